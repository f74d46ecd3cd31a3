/** \file
 * Status codes: every function of ria that can fail returns a ria_status.
 *
 * The code is the kind of error. A message for the user (what, where, what to do) is kept in a
 * buffer of the calling thread; ria_fail() writes it and ria_status_detail() reads it. The library
 * never prints and never exits.
 */
#ifndef RIA_STATUS_H
#define RIA_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* name, short text. The only list: the enum and the texts are generated from it. */
#define RIA_STATUS_LIST(X)                                                                         \
  X(RIA_SUCCESS, "success")                                                                        \
  X(RIA_ERROR_ARGUMENT, "invalid argument")                                                        \
  X(RIA_ERROR_MEMORY, "out of memory")                                                             \
  X(RIA_ERROR_IO, "input/output error")                                                            \
  X(RIA_ERROR_FORMAT, "malformed file")                                                            \
  X(RIA_ERROR_CASE, "invalid case")                                                                \
  X(RIA_ERROR_MISMATCH, "file belongs to something else")                                          \
  X(RIA_ERROR_CORRUPT, "corrupt or truncated file")                                                \
  X(RIA_ERROR_NUMERIC, "the solution is no longer valid")                                          \
  X(RIA_ERROR_STEP, "the time step collapsed")                                                     \
  X(RIA_ERROR_UNSUPPORTED, "not supported here")                                                   \
  X(RIA_ERROR_STARPU, "StarPU failed")                                                             \
  X(RIA_ERROR_DEVICE, "a GPU failed")                                                              \
  X(RIA_ERROR_MPI, "MPI failed")                                                                   \
  X(RIA_ERROR_INTERRUPTED, "interrupted")                                                          \
  X(RIA_ERROR_INTERNAL, "internal error")

typedef enum {
#define RIA_STATUS_ENUM(name, text) name,
  RIA_STATUS_LIST(RIA_STATUS_ENUM)
#undef RIA_STATUS_ENUM
} ria_status;

/** Short English text of a code; never NULL. */
const char *ria_status_text(ria_status status);

/** Record a detail for the calling thread and return `status`; printf-like. The detail of an inner
 * call is kept only if the format includes it (pass ria_status_detail() as an argument). */
ria_status ria_fail(ria_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** The calling thread's last detail; "" if none. Borrowed, valid until the thread's next ria_fail.
 */
const char *ria_status_detail(void);

/** Return an error to the caller with its detail unchanged. */
#define RIA_TRY(call)                                                                              \
  do {                                                                                             \
    ria_status ria_try_status_ = (call);                                                           \
    if (ria_try_status_ != RIA_SUCCESS)                                                            \
      return ria_try_status_;                                                                      \
  } while (0)

#ifdef __cplusplus
}
#endif
#endif
