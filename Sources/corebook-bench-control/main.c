// The control as a program of its own: what a process that only uses SQLite needs to start.
#include <stdio.h>
#include <stdlib.h>

#include "CRawBench.h"

int main(int count, char **arguments) {
  if (count != 5) {
    fprintf(stderr, "usage: %s WORKLOAD N DB DATADIR\n", arguments[0]);
    return 2;
  }
  RawFigure figures[2];
  int n = atoi(arguments[2]);
  int found = raw_bench_run(arguments[1], n, arguments[3], arguments[4], figures);
  for (int i = 0; i < found; i++)
    printf("{\"peer\":\"raw\",\"workload\":\"%s\",\"n\":%d,\"seconds\":%.6f,\"cpu\":%.6f,"
           "\"rows\":%lld,\"checksum\":%lld,\"rss_kb\":%lld}\n",
           figures[i].workload, n, figures[i].seconds, figures[i].cpu,
           (long long)figures[i].rows, (long long)figures[i].checksum,
           (long long)figures[i].rss_kb);
  return found > 0 ? 0 : 2;
}
