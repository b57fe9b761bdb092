/* What the Swift runtime and the kernel can do and the Swift language does not say. */
#ifndef CRUNTIME_SHIM_H
#define CRUNTIME_SHIM_H
#include <sys/prctl.h>

/* A function of the runtime (swift/Runtime/HeapObject.h): counts a strong reference to an object and
   gives the object back, or gives null where the object is being destroyed. */
void *swift_tryRetain(void *object);

/* Counts a reference to an object unless it is being destroyed: what the language does for a `weak`
   reference, without the side table that one costs. Null if it is. */
static inline void *retain_if_alive(void *object) { return swift_tryRetain(object); }

/* Makes what loses its parent below this process a child of this process (prctl(2); a function with a
   variable number of arguments cannot be called from Swift). 0 if it does. */
static inline int adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

/* Closes the program to writing into its own code: its memory cannot be opened as a file by whoever it runs
   as (PR_SET_DUMPABLE), and no page becomes executable any more that was not (PR_SET_MDWE, from Linux 6.3
   on; an older kernel says so, which changes nothing). */
static inline void close_own_code(void) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  prctl(65 /* PR_SET_MDWE */, 1 /* PR_MDWE_REFUSE_EXEC_GAIN */, 0, 0, 0);
}

/* Functions of the runtime: count several references to an object at once. */
void *swift_retain_n(void *object, unsigned count);
void swift_release_n(void *object, unsigned count);

/* Tells the processor that memory will be asked for soon, so that it may be fetched meanwhile. A hint:
   any address will do, and none is looked at. */
static inline void hint_memory(const void *address) { __builtin_prefetch(address); }
#endif
