# Fuzz targets: one for each format that ria reads. Discovered: fuzz_NAME.c here is the target NAME, corpus/NAME/ its
# corpus, NAME.dict (if there is one) the words that a mutation may use.
#
#   fuzz.NAME_corpus   the corpus, each file as it is and cut short, with any compiler: also in the sanitizers' build
#   fuzz.NAME          libFuzzer with the address, leak and undefined-behaviour sanitizers: always the same inputs,
#                      a second or two
#   fuzz.NAME_long     the same for a minute, other inputs each time
#
# The last two are for ./check --all, which builds them as the target ria_fuzzers: some 300 objects more.
# For longer: tests/fuzz/run.bash NAME SECONDS FOLDER. What is found stays in FOLDER as crash-..., leak-... or
# timeout-...; it belongs into corpus/NAME, named after what was wrong, with the fix.
#
# Files of HDF5 and of SQLite are made by ria when a target begins, and an input says what to change in them, as a text
# (support/hdf5_edits.h) or as SQL: a few bytes changed in such a file would end in the library's own checks. So no
# binary file is kept here.
#
# libFuzzer is clang's: whatever reads files is compiled here once more by clang with its instruments, and linked with
# the libraries of this build for the rest. Without clang or its fuzzer runtime only the corpora run.
set(fuzz_folder ${CMAKE_CURRENT_LIST_DIR})
set(fuzz_flags -std=gnu17 -D_GNU_SOURCE -g1 -O1 -fno-omit-frame-pointer
               -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all)
find_program(RIA_FUZZ_CC clang DOC "A clang with libFuzzer, for the fuzz targets")
if(RIA_FUZZ_CC AND NOT RIA_HAS_FUZZER)
  set(probe ${CMAKE_CURRENT_BINARY_DIR}/fuzz_probe)
  file(WRITE ${probe}.c "int LLVMFuzzerTestOneInput(const char *d, long n);\n"
                        "int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }\n")
  execute_process(COMMAND ${RIA_FUZZ_CC} ${fuzz_flags} -fsanitize=fuzzer ${probe}.c -o ${probe} RESULT_VARIABLE failed
                  OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    message(STATUS "Fuzzing: ${RIA_FUZZ_CC} has no fuzzer runtime (Debian: libclang-rt-dev), so only the corpora run")
  else()
    set(RIA_HAS_FUZZER TRUE CACHE INTERNAL "")
  endif()
endif()

set(fuzz_includes "")
foreach(part runtime codelets inputs postproc jobs)
  list(APPEND fuzz_includes -I${CMAKE_SOURCE_DIR}/${part}/include)
endforeach()
foreach(part jobs inputs postproc) # their private headers, as "folder/name.h"
  list(APPEND fuzz_includes -I${CMAKE_SOURCE_DIR}/${part})
endforeach()
foreach(package STARPUMPI STARPU MPI HDF5 YAML JANSSON HWLOC GDAL SQLITE UDUNITS)
  list(APPEND fuzz_includes ${${package}_CFLAGS})
endforeach()
list(REMOVE_DUPLICATES fuzz_includes)
list(APPEND fuzz_includes -I${CMAKE_SOURCE_DIR}/workflows) # for its headers, which fuzz_*.c includes

# ria_fuzz_object(source part objects): the instrumented object of a file, which may include the private headers of PART,
# is added to the list `objects`.
function(ria_fuzz_object source part objects)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE name)
  string(REPLACE "/" "_" name "${name}")
  set(object ${CMAKE_BINARY_DIR}/tests/fuzz/objects/${name}.o)
  add_custom_command(OUTPUT ${object}
                     COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${RIA_FUZZ_CC} ${fuzz_flags} -fsanitize=fuzzer-no-link
                             ${fuzz_includes} -I${CMAKE_SOURCE_DIR}/${part} -I${CMAKE_SOURCE_DIR}/tests/support
                             -MD -MF ${object}.d -c ${source} -o ${object}
                     DEPENDS ${source} DEPFILE ${object}.d
                     COMMENT "Building fuzzed object ${name}" VERBATIM)
  set(${objects} ${${objects}} ${object} PARENT_SCOPE)
endfunction()

file(GLOB fuzz_targets CONFIGURE_DEPENDS ${fuzz_folder}/fuzz_*.c)
if(RIA_HAS_FUZZER AND NOT RIA_SANITIZE AND NOT CMAKE_C_COMPILER_ID MATCHES Clang)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tests/fuzz/objects)
  # The readers are instrumented; the rest of the runtime and of the workflows comes from their libraries.
  set(patterns inputs/*/*.c postproc/*/*.c jobs/*/*.c runtime/checkpoint/*.c
      runtime/base/csv.c runtime/base/file5.c runtime/base/h5.c runtime/base/status.c runtime/base/text.c
      workflows/language/*.c workflows/study/*.c workflows/tasks/*.c workflows/view/*.c
      workflows/steps/report/*.c workflows/steps/shell/*.c)
  foreach(pattern ${patterns})
    string(REGEX REPLACE "/.*" "" part ${pattern})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${pattern})
    foreach(source ${sources})
      ria_fuzz_object(${source} ${part} fuzz_objects)
    endforeach()
  endforeach()
  set(fuzz_archive ${CMAKE_BINARY_DIR}/tests/fuzz/libria_fuzzed.a)
  add_custom_command(OUTPUT ${fuzz_archive} COMMAND ${CMAKE_COMMAND} -E rm -f ${fuzz_archive}
                     COMMAND ${CMAKE_AR} qc ${fuzz_archive} ${fuzz_objects} COMMAND ${CMAKE_RANLIB} ${fuzz_archive}
                     DEPENDS ${fuzz_objects} COMMENT "Linking libria_fuzzed.a" VERBATIM)
  add_custom_target(ria_fuzzed DEPENDS ${fuzz_archive})
endif()

add_custom_target(ria_fuzzers)
foreach(file ${fuzz_targets})
  get_filename_component(name ${file} NAME_WE)
  string(REGEX REPLACE "^fuzz_" "" short ${name})
  add_executable(replay_${short} ${file} ${fuzz_folder}/replay.c)
  target_compile_definitions(replay_${short} PRIVATE FUZZ_NAME="${short}")
  target_link_libraries(replay_${short} PRIVATE ria_test_support PkgConfig::GDAL)
  set_target_properties(replay_${short} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  ria_add_test(fuzz.${short}_corpus $<TARGET_FILE:replay_${short}> $<TARGET_FILE:replay_${short}>)
  set(tests fuzz.${short}_corpus)
  if(TARGET ria_fuzzed)
    # The link that CMake would make with this build's compiler, made with clang.
    set(object "")
    ria_fuzz_object(${file} runtime object)
    add_executable(fuzz_${short} EXCLUDE_FROM_ALL ${object})
    add_dependencies(ria_fuzzers fuzz_${short})
    add_dependencies(fuzz_${short} ria_fuzzed)
    target_link_libraries(fuzz_${short} PRIVATE ${fuzz_archive} ria_test_support PkgConfig::GDAL)
    set_target_properties(fuzz_${short} PROPERTIES LINKER_LANGUAGE C LINK_DEPENDS ${fuzz_archive}
                          RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/fuzz
                          RULE_LAUNCH_LINK "${fuzz_folder}/link.bash ${RIA_FUZZ_CC}")
  endif()
  if(NOT RIA_SANITIZE)
    set(built "") # run.bash skips what cannot be built
    if(TARGET ria_fuzzed)
      set(built $<TARGET_FILE:fuzz_${short}>)
    endif()
    ria_add_test(fuzz.${short} "${built}" ${fuzz_folder}/run.bash ${short})
    ria_add_test(fuzz.${short}_long "${built}" ${fuzz_folder}/run.bash ${short} 60)
    list(APPEND tests fuzz.${short} fuzz.${short}_long)
  endif()
  set_tests_properties(${tests} PROPERTIES LABELS fuzz SKIP_RETURN_CODE 77 TIMEOUT 900 ENVIRONMENT "${environment}"
                       PROCESSORS 8 COST 10)
  if(NOT RIA_SANITIZE)
    set_tests_properties(fuzz.${short} fuzz.${short}_long PROPERTIES LABELS "fuzz;long")
  endif()
endforeach()
