/* What the Swift runtime can do and the Swift language does not say. */
#ifndef CRUNTIME_SHIM_H
#define CRUNTIME_SHIM_H
/* A function of the runtime (swift/Runtime/HeapObject.h): counts a strong reference to an object and
   gives the object back, or gives null where the object is being destroyed. */
void *swift_tryRetain(void *object);

/* Counts a reference to an object unless it is being destroyed: what the language does for a `weak`
   reference, without the side table that one costs. Null if it is. */
static inline void *retain_if_alive(void *object) { return swift_tryRetain(object); }
#endif
