/* A CF file that is open: the parts of ria/cf_file.h. */
#ifndef WEATHER_CF_H
#define WEATHER_CF_H

#include <pthread.h>
#include <stddef.h>
#include "ria/cf_file.h"

enum { CF_X, CF_Y, CF_PLANE };
enum { CF_DIMENSIONS = 8, CF_NAME = 64, CF_DETAIL = 400 };

/* An axis of the file along which places are found. */
typedef struct {
  int dimension; /* its netCDF number */
  int count;     /* of the file */
  double *value; /* [count]: degrees, or m; owned */
  double turn;   /* 360 where the axis goes around the globe; else 0 */
  bool degrees;
  int first, used;       /* the window that is read: from `first` on, beyond `count` by turns */
  double *window;        /* [used]: its values; owned */
  bool even;             /* they are evenly spaced: */
  double entries_of_one; /* so many in a degree or metre */
} cf_axis;

/* A variable that is read. */
typedef struct {
  int number; /* its netCDF number */
  char name[CF_NAME], key[CF_NAME];
  int dimensions, role[CF_DIMENSIONS]; /* CF_X, CF_Y, CF_TIME, or CF_SINGLE */
  double scale, offset;                /* from what is stored to the wanted unit */
  int missing;
  double missing_value[2];
  bool along_axes; /* a wind along the axes of the file, not to the east and north */
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
  int first, records; /* those that cover the time */
  int variables;
  cf_variable variable[RIA_CF_VARIABLES];
  cf_lattice lattice;
  bool lean; /* vectors have to be turned */
  /* reading ahead */
  double *values; /* [variables][axis Y used][axis X used]; owned */
  int record;     /* that `values` has or will have; -1: none */
  bool reading;   /* a thread is at it */
  pthread_t thread;
  ria_status status; /* of the record */
  char detail[CF_DETAIL];
};

/* netCDF serves one thread at a time. */
void cf_lock(void);
void cf_unlock(void);

/* Fail as netCDF says, about a file. */
ria_status cf_fail(const char *path, int code, const char *what);
/* A text attribute, owned by the caller; NULL: there is none. Locked by the caller. */
char *cf_text(int file, int variable, const char *name);
/* A number attribute; false: there is none. */
bool cf_number(int file, int variable, const char *name, double *value);

/* The times of the file's records, and which of them cover the request's time. */
ria_status cf_read_times(ria_cf_file *f, const ria_cf_request *request);
/* The lattice, and the windows of the axes. `mapping`: the CRS of the file, NULL: none is told. */
ria_status cf_place(ria_cf_file *f, const ria_cf_request *request, const char *crs);

#endif
