# What ria needs from the system. docs/dependencies.md says what each is for.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Python3 COMPONENTS Interpreter REQUIRED)

function(ria_require target)
  pkg_check_modules(${target} REQUIRED IMPORTED_TARGET GLOBAL ${ARGN})
endfunction()

# StarPU 1.4 if there is one, else 1.3; the module is named after the version.
pkg_search_module(STARPUMPI REQUIRED IMPORTED_TARGET GLOBAL starpumpi-1.4 starpumpi-1.3)
pkg_search_module(STARPU REQUIRED IMPORTED_TARGET GLOBAL starpu-1.4 starpu-1.3)
ria_require(MPI ompi-c)
ria_require(HDF5 hdf5-openmpi)
ria_require(YAML yaml-0.1)
ria_require(JANSSON jansson)
ria_require(HWLOC hwloc)
ria_require(GDAL gdal)
ria_require(MPFR mpfr)
ria_require(PNG libpng)
ria_require(ZLIB zlib)
ria_require(SQLITE sqlite3)
ria_require(CMOCKA cmocka)

# Python's system interpreter has Debian's jinja2 and pycparser; one of a version manager may not.
find_program(RIA_PYTHON NAMES /usr/bin/python3 python3 REQUIRED)
execute_process(COMMAND ${RIA_PYTHON} -c "import jinja2, pycparser" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
if(missing)
  message(FATAL_ERROR "${RIA_PYTHON} lacks jinja2 or pycparser: apt-get install python3-jinja2 python3-pycparser")
endif()
