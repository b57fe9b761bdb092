/* SHA-256 and SHA-512 of libmd, the small digest library that libedit brings
   with it through libbsd. */
#ifndef CDIGEST_SHIM_H
#define CDIGEST_SHIM_H
#include <sha2.h>
#endif
