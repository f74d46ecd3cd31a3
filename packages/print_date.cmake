# Prints the date of the commit of the folder `source`, in seconds since 1970: cmake -Dsource=FOLDER -P print_date.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../cmake/commit.cmake)
execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${commit_date})
