# What ria needs from the system. docs/dependencies.md says what each is for.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

function(ria_require target)
  pkg_check_modules(${target} REQUIRED IMPORTED_TARGET GLOBAL ${ARGN})
endfunction()

# StarPU 1.4 if there is one, else 1.3; the module is named after the version.
pkg_search_module(STARPUMPI REQUIRED IMPORTED_TARGET GLOBAL starpumpi-1.4 starpumpi-1.3)
pkg_search_module(STARPU REQUIRED IMPORTED_TARGET GLOBAL starpu-1.4 starpu-1.3)
ria_require(MPI ompi-c)
ria_require(HDF5 hdf5-openmpi)
ria_require(YAML yaml-0.1)
ria_require(HWLOC hwloc)
ria_require(GDAL gdal)
ria_require(UDUNITS udunits)
ria_require(MPFR mpfr)
# CGNS has no file for pkg-config.
find_path(RIA_CGNS_INCLUDE cgnslib.h)
find_library(RIA_CGNS_LIBRARY cgns)
if(NOT RIA_CGNS_INCLUDE OR NOT RIA_CGNS_LIBRARY)
  message(FATAL_ERROR "The CGNS library or its header cgnslib.h is missing: apt-get install libcgns-dev")
endif()
add_library(RIA::CGNS INTERFACE IMPORTED GLOBAL)
set_target_properties(RIA::CGNS PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${RIA_CGNS_INCLUDE}
                      INTERFACE_LINK_LIBRARIES ${RIA_CGNS_LIBRARY})
# netCDF's file for pkg-config names the headers of another HDF5 than ours.
find_path(RIA_NETCDF_INCLUDE netcdf.h)
find_library(RIA_NETCDF_LIBRARY netcdf)
if(NOT RIA_NETCDF_INCLUDE OR NOT RIA_NETCDF_LIBRARY)
  message(FATAL_ERROR "The netCDF library or its header netcdf.h is missing: apt-get install libnetcdf-dev")
endif()
add_library(RIA::NETCDF INTERFACE IMPORTED GLOBAL)
set_target_properties(RIA::NETCDF PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${RIA_NETCDF_INCLUDE}
                      INTERFACE_LINK_LIBRARIES ${RIA_NETCDF_LIBRARY})
ria_require(PNG libpng)
ria_require(ZLIB zlib)
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
