# What ria needs from the system. docs/dependencies.md says what each is for.
include(cmake/libraries.cmake)
find_package(Python3 COMPONENTS Interpreter REQUIRED)
ria_require(JANSSON jansson)
ria_require(SQLITE sqlite3)
ria_require(CMOCKA cmocka)

# Python's system interpreter has Debian's jinja2 and pycparser; one of a version manager may not.
find_program(RIA_PYTHON NAMES /usr/bin/python3 python3 REQUIRED)
execute_process(COMMAND ${RIA_PYTHON} -c "import jinja2, pycparser" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
if(missing)
  message(FATAL_ERROR "${RIA_PYTHON} lacks jinja2 or pycparser: apt-get install python3-jinja2 python3-pycparser")
endif()
