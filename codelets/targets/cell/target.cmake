# SPE programs: all declare the same size in the local store, as the PPE and the model assume.
include(${CMAKE_CURRENT_LIST_DIR}/cell.cmake)
set(driver_cell "ria_ppe_driver ria_cell_driver")
target_link_libraries(ria_codelets PUBLIC ria_cell)
foreach(program ${made_for_cell})
  get_filename_component(name ${program} NAME_WE)
  ria_spe_program(ria_codelets ${name} ${program} CODE 49152 STACK 16384)
endforeach()
