/** \file
 * Changes to an HDF5 file, described by a text: fuzz targets apply them to a file that ria wrote.
 * Most of them leave a valid HDF5 file with contents that ria does not expect.
 *
 * A line is one change; words between blanks; a line that cannot be applied is ignored.
 *   attribute OBJECT NAME TYPE SHAPE VALUES...    made anew; OBJECT `/` is the root
 *   dataset NAME TYPE SHAPE VALUES...             made anew, chunked
 *   values NAME FIRST VALUES...                   written over a dataset's from number FIRST on
 *   delete NAME, unattribute OBJECT NAME          taken away
 *   group NAME, link NAME TARGET, outside NAME FILE TARGET    a group, a soft and an external link
 *   extent NAME SHAPE                             another size, if the dataset allows it
 *   byte OFFSET VALUE, cut SIZE                   of the closed file: HDF5 does not know. Only in a
 *     text without other changes: other changes remove a file's seal, and HDF5 may crash on damage
 *     in a file without a seal
 * TYPE: i1 u1 i4 i8 f4 f8, s8 for text of 8 bytes, v for text of any length, c a compound, e an
 * enumeration, o opaque, r a reference. SHAPE: `-` a scalar, `0` of nothing, else `3`, `3x4`, ...
 * VALUES: numbers, repeated up to 4096 values; of text, the rest of the line, `|` for a line's end.
 */
#ifndef RIA_TEST_HDF5_EDITS_H
#define RIA_TEST_HDF5_EDITS_H

#include <stdbool.h>
#include <stddef.h>

/** A change that must not affect ria. If a file with it is not read as before, changes are refused
 * for another reason than their contents. */
#define HDF5_EDIT_NOTHING "attribute / note i4 - 1\n"

/** True if the contents were changed, which removes the seal; false if only bytes were changed. */
bool hdf5_edit(const char *path, const char *text, size_t size);

/** The number of open HDF5 ids. It grows if a reader does not close one. */
long hdf5_open_ids(void);

#endif
