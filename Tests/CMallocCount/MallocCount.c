#include "CMallocCount.h"

#include <stdatomic.h>
#include <stddef.h>

// The C library's own, under the names that it keeps for those who stand before it.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static atomic_long counted;
static atomic_long bytes;

static void count(size_t size) {
  atomic_fetch_add_explicit(&counted, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, (long)size, memory_order_relaxed);
}

void *malloc(size_t size) {
  count(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count(size);
  return __libc_realloc(block, size);
}

long malloc_count(void) { return atomic_load_explicit(&counted, memory_order_relaxed); }

long malloc_bytes(void) { return atomic_load_explicit(&bytes, memory_order_relaxed); }
