package dev.lockstep.time;

import java.util.PriorityQueue;

/**
 * Everything that waits for a time: blocked clients, pauses, housekeeping. Tasks run in order of
 * deadline, those of one deadline in order of arrival. Confined to the server's thread.
 */
public final class TimerQueue {

    /** The deadline of an empty queue. */
    public static final long NEVER = Long.MAX_VALUE;

    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private long nextSequence;

    /** One waiting task. */
    public static final class Timer implements Comparable<Timer> {
        private final long deadlineNanos;
        private final long sequence;
        private final Runnable task;
        private boolean cancelled;

        private Timer(long deadlineNanos, long sequence, Runnable task) {
            this.deadlineNanos = deadlineNanos;
            this.sequence = sequence;
            this.task = task;
        }

        /** The task will not run; without effect once it has. */
        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Timer other) {
            int order = Long.compare(deadlineNanos, other.deadlineNanos);
            return order != 0 ? order : Long.compare(sequence, other.sequence);
        }
    }

    /** Runs {@code task} once time has reached {@code deadlineNanos} since the epoch. */
    public Timer at(long deadlineNanos, Runnable task) {
        Timer timer = new Timer(deadlineNanos, nextSequence++, task);
        timers.add(timer);
        return timer;
    }

    /** The deadline of the next task in nanoseconds since the epoch, or {@link #NEVER}. */
    public long nextDeadlineNanos() {
        dropCancelled();
        Timer next = timers.peek();
        return next == null ? NEVER : next.deadlineNanos;
    }

    /** Runs what is due at {@code nowNanos}, including what those tasks add that is due as well. */
    public void runDue(long nowNanos) {
        while (nextDeadlineNanos() <= nowNanos) {
            Timer due = timers.poll();
            if (due != null) {
                due.task.run();
            }
        }
    }

    public void clear() {
        timers.clear();
    }

    private void dropCancelled() {
        while (!timers.isEmpty() && timers.element().cancelled) {
            timers.remove();
        }
    }
}
