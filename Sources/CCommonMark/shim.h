/* CommonMark with GitHub's tables, for the text of the chapters. */
#ifndef CCOMMONMARK_SHIM_H
#define CCOMMONMARK_SHIM_H
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
#endif
