/* An open CF file: private parts of ria/cf_file.h. */
#ifndef WEATHER_CF_H
#define WEATHER_CF_H

#include <pthread.h>
#include <stddef.h>
#include "ria/cf_file.h"

enum { CF_X, CF_Y, CF_PLANE };
enum { CF_DIMENSIONS = 8, CF_NAME = 64, CF_DETAIL = 400 };

/* A horizontal axis of the file. */
typedef struct {
  int dimension; /* its netCDF number */
  int count;     /* of the file */
  double *value; /* [count]: degrees, or m; owned */
  double turn;   /* 360 if the axis spans the globe; otherwise 0 */
  bool degrees;
  int first, used;       /* the window to read, starting at `first`; it wraps around at `count` */
  double *window;        /* [used]: its values; owned */
  bool even;             /* the values are evenly spaced */
  double entries_of_one; /* if `even`: entries per degree or metre */
} cf_axis;

/* A variable that is read. */
typedef struct {
  int number; /* its netCDF number */
  char name[CF_NAME], key[CF_NAME];
  int dimensions, role[CF_DIMENSIONS]; /* CF_X, CF_Y, CF_TIME, or CF_SINGLE */
  double scale, offset;                /* from stored numbers to the wanted unit */
  int missing;
  double missing_value[2];
  bool along_axes; /* vector components are along the file's axes, not east and north */
} cf_variable;
enum { CF_TIME = CF_PLANE, CF_SINGLE };

/* Nodes over the grid at which coordinates of the file are known exactly. */
typedef struct {
  int count[2];
  double low[2], size[2]; /* of the grid's coordinates */
  double *node; /* [count 1][count 0][CF_NODE]; owned. NULL: the coordinates are the same */
} cf_lattice;
enum { CF_NODE = 4 }; /* x, y, cosine, sine */

struct ria_cf_file {
  int file; /* netCDF's number; -1: closed */
  char *path;
  cf_axis axis[CF_PLANE];
  int time_dimension;
  int all;            /* records of the file */
  double *time;       /* [all]: s since the request's start; owned */
  int first, records; /* records that cover the request's time */
  int variables;
  cf_variable variable[RIA_CF_VARIABLES];
  cf_lattice lattice;
  bool lean; /* vectors need a rotation */
  /* reading ahead */
  double *values; /* [variables][axis Y used][axis X used]; owned */
  int record;     /* that `values` has or will have; -1: none */
  bool reading;   /* a thread is reading it */
  pthread_t thread;
  ria_status status; /* of the record */
  char detail[CF_DETAIL];
};

/* Lock netCDF, which is not thread-safe. */
void cf_lock(void);
void cf_unlock(void);

/* Fail with netCDF's message about a file. */
ria_status cf_fail(const char *path, int code, const char *what);
/* A text attribute, owned by the caller; NULL: none. The caller holds the lock. */
char *cf_text(int file, int variable, const char *name);
/* A number attribute; false: none. */
bool cf_number(int file, int variable, const char *name, double *value);

/* Read the times of the file's records and find those that cover the request's time. */
ria_status cf_read_times(ria_cf_file *f, const ria_cf_request *request);
/* Set up the lattice and the windows of the axes. `mapping`: the CRS of the file; NULL: none given.
 */
ria_status cf_place(ria_cf_file *f, const ria_cf_request *request, const char *crs);

#endif
