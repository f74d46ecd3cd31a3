# Run when a header changes: writes the version script of libria.so, the functions and tables that the headers declare.
cmake_minimum_required(VERSION 3.25)
set(names "")
foreach(folder ${folders})
  file(GLOB headers ${folder}/*.h)
  foreach(header ${headers})
    file(READ ${header} text)
    string(REPLACE ";" "\n" text "${text}")
    string(REGEX MATCHALL "(ria|register_bmi)_[a-z0-9_]+\\(" functions "${text}")
    string(REGEX MATCHALL "extern const [^\n]*[ *]ria_[a-z0-9_]+" tables "${text}")
    list(TRANSFORM functions REPLACE "\\(" "")
    list(TRANSFORM tables REPLACE ".*[ *](ria_)" "\\1")
    list(APPEND names ${functions} ${tables})
    # Functions that a header defines itself are compiled into each program that includes it, so
    # they are not exported.
    string(REGEX MATCHALL "inline [^\n]*ria_[a-z0-9_]+\\(" inlined "${text}")
    list(TRANSFORM inlined REPLACE ".*[ *](ria_[a-z0-9_]+)\\(.*" "\\1")
    list(APPEND inside ${inlined})
  endforeach()
endforeach()
# StarPU's MPI thread must find our polls before those of MPI: otherwise messages take milliseconds where ranks share cores
# (runtime/session/mpi_backoff.h).
set(polls MPI_Iprobe MPI_Test MPI_Testall MPI_Testany MPI_Testsome)
list(REMOVE_ITEM names "" ${inside})
list(REMOVE_DUPLICATES names)
list(SORT names)
list(APPEND names ${polls})
list(JOIN names ";\n    " names)
file(WRITE ${made} "RIA_1 {\n  global:\n    ${names};\n  local:\n    *;\n};\n")
