/* The block of roe.c. */
#ifndef SPE_ROE_H
#define SPE_ROE_H

enum { ROE_CELLS = 48 };

#endif
