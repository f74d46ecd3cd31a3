# ria_spe_program(TARGET NAME SOURCE CODE bytes STACK bytes [DEFINE definitions...]): adds an SPE program to
# TARGET, compiled twice, behind `const ria_spe_program ria_spe_NAME`. SOURCE is C with a main() and needs
# only the SDK's headers; CODE and STACK are its sizes in the local store of an SPE.
function(ria_spe_program target name source)
  cmake_parse_arguments(PARSE_ARGV 3 program "" "CODE;STACK" "DEFINE")
  set(made ${CMAKE_CURRENT_BINARY_DIR}/spe)
  file(CONFIGURE OUTPUT ${made}/${name}.c @ONLY CONTENT
"/* Generated: the plain compilation of an SPE program, and its entry. */
#include <ria_cell/cell.h>

#define main ria_spe_fast_@name@
#include \"@source@\"
#undef main

int ria_spe_checked_@name@(unsigned long long, unsigned long long, unsigned long long);
extern const ria_spe_program ria_spe_@name@;
const ria_spe_program ria_spe_@name@ = {\"@name@\", @program_CODE@, @program_STACK@,
                                        ria_spe_fast_@name@, ria_spe_checked_@name@};
")
  # In a namespace: programs may have types with the same names.
  file(CONFIGURE OUTPUT ${made}/${name}_checked.cc @ONLY CONTENT
"/* Generated: the checked compilation of an SPE program. */
#define RIA_SPE_CHECKED
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <simdmath.h>
#include <malloc_align.h>
#include <free_align.h>

namespace ria_spe_@name@_program {
#define main ria_spe_checked_@name@
extern \"C\" int main(unsigned long long, unsigned long long, unsigned long long);
#include \"@source@\"
} // namespace ria_spe_@name@_program
")
  set(files ${made}/${name}.c ${made}/${name}_checked.cc)
  set_source_files_properties(${files} PROPERTIES OBJECT_DEPENDS ${source}
    INCLUDE_DIRECTORIES "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/include;${CMAKE_SOURCE_DIR}/runtime/include"
    COMPILE_DEFINITIONS "${program_DEFINE}")
  set_source_files_properties(${made}/${name}.c PROPERTIES
    COMPILE_OPTIONS "-O3;-march=${RIA_MARCH_ONE};-fno-strict-aliasing")
  # Casts of literals to vectors are C; the machine itself reports misaligned pointers.
  set_source_files_properties(${made}/${name}_checked.cc PROPERTIES
    COMPILE_OPTIONS "-O$<IF:$<CONFIG:Release>,2,1>;-march=${RIA_MARCH_ONE};-fno-strict-aliasing;-Wno-pedantic;-fno-sanitize=alignment")
  target_sources(${target} PRIVATE ${files})
endfunction()
