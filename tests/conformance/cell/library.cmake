# SPE programs that break rules, and that show what the others only use.
add_library(ria_cell_tests STATIC)
target_link_libraries(ria_cell_tests PUBLIC ria_cell_programs)
set(cell ${CMAKE_SOURCE_DIR}/codelets/targets/cell)
target_include_directories(ria_cell_tests PUBLIC ${cell}/machine ${cell}/programs) # schedules, and what programs are told
file(GLOB spe_programs CONFIGURE_DEPENDS ${folder}/*.c)
foreach(file ${spe_programs})
  get_filename_component(name ${file} NAME_WE)
  ria_spe_program(ria_cell_tests ${name} ${file} CODE 4096 STACK 4096)
endforeach()

# The sweep of swsolver with the textbook's quotients, which is in no build of ria: for the time model.
set(quotients ${folder}/kernels/roe_quotients.c)
set(made ${CMAKE_CURRENT_BINARY_DIR}/kernels)
file(GLOB generator CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/codelets/generator/*.py ${cell}/target.py ${cell}/wave/*.j2)
foreach(axis x y)
  foreach(precision single double)
    list(APPEND quotients_made ${made}/roe_quotients_${axis}_cell_${precision}.h
         ${made}/roe_quotients_${axis}_cell_shuffle_${precision}.c)
    set(program roe_quotients_${axis}_cell_shuffle_${precision})
    ria_spe_program(ria_cell_tests ${program} ${made}/${program}.c CODE 49152 STACK 16384)
  endforeach()
endforeach()
set(quotients_cost ${folder}/cost.py)
add_custom_command(OUTPUT ${quotients_made} ${made}/roe_quotients_cost.h
                   COMMAND ${RIA_PYTHON} -B -m generator make ${quotients} ${made}
                   COMMAND ${RIA_PYTHON} -B ${quotients_cost} ${quotients} ${made}/roe_quotients_cost.h roe_quotients_cost
                   WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/codelets
                   DEPENDS ${quotients} ${quotients_cost} ${generator}
                   COMMENT "Generating the programs of roe_quotients" VERBATIM)
target_sources(ria_cell_tests PRIVATE ${made}/roe_quotients_cost.h)
target_include_directories(ria_cell_tests PUBLIC ${made})
