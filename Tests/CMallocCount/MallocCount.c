#include "CMallocCount.h"

#include <stdatomic.h>
#include <stddef.h>

// The C library's own, under the names that it keeps for those who stand before it.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static atomic_long counted;

static void count(void) { atomic_fetch_add_explicit(&counted, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

long malloc_count(void) { return atomic_load_explicit(&counted, memory_order_relaxed); }
