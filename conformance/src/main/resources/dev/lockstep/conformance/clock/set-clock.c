/*
 * Gives a real server the wall clock of a test. Preloaded, it answers for the machine's wall clock
 * with the nanoseconds since 1970 that stand in the file named by LOCKSTEP_CLOCK, as one 64-bit
 * number in the machine's byte order. The monotonic clock stays the machine's: by it a server
 * measures how long its own work takes.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define NANOS_PER_SECOND 1000000000LL

static const int64_t *set_clock;

/* By system call, because memory allocators ask before the C library can be looked up. */
static int machine_clock(clockid_t clock, struct timespec *time) {
    return (int)syscall(SYS_clock_gettime, clock, time);
}

__attribute__((constructor)) static void map_the_file(void) {
    const char *path = getenv("LOCKSTEP_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *mapped = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED) set_clock = mapped;
}

static int64_t now(void) {
    if (set_clock) return __atomic_load_n(set_clock, __ATOMIC_ACQUIRE);
    struct timespec machine;
    machine_clock(CLOCK_REALTIME, &machine);
    return machine.tv_sec * NANOS_PER_SECOND + machine.tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return machine_clock(clock, time);
    int64_t nanos = now();
    time->tv_sec = nanos / NANOS_PER_SECOND;
    time->tv_nsec = nanos % NANOS_PER_SECOND;
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    int64_t nanos = now();
    time->tv_sec = nanos / NANOS_PER_SECOND;
    time->tv_usec = nanos % NANOS_PER_SECOND / 1000;
    return 0;
}

time_t time(time_t *result) {
    time_t seconds = now() / NANOS_PER_SECOND;
    if (result) *result = seconds;
    return seconds;
}
