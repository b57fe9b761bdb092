// Counts what a process allocates, for gates in tests.
#pragma once

/// How often this process has asked for a block of memory. Linking this in is what makes it count.
long malloc_count(void);

/// How many bytes this process has asked for, in all.
long malloc_bytes(void);
