/* zlib, for the compressed model that a store carries. Its initialisers are
   macros, which Swift does not see. */
#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H
#include <zlib.h>
static inline int corebook_deflate_init(z_streamp stream, int level, int bits, int memory) {
  return deflateInit2(stream, level, Z_DEFLATED, bits, memory, Z_DEFAULT_STRATEGY);
}
static inline int corebook_inflate_init(z_streamp stream, int bits) {
  return inflateInit2(stream, bits);
}
#endif
