package dev.lockstep.server.net;

import dev.lockstep.command.Config;
import dev.lockstep.command.LogLevel;
import dev.lockstep.command.RedisModule;
import dev.lockstep.command.ServerHost;
import dev.lockstep.command.ServerState;
import dev.lockstep.lua.commands.ScriptingCommands;
import dev.lockstep.reply.Reply;
import dev.lockstep.server.AllowForbidden;
import dev.lockstep.server.resp.ReplyBuffer;
import dev.lockstep.server.resp.Resp2Writer;
import dev.lockstep.server.resp.Resp3Writer;
import dev.lockstep.time.TimeSource;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/*
 * One thread, and a turn of two phases. The I/O phase takes in what has arrived; the command phase
 * runs it. Nothing is executed inside the I/O phase, so that a script that overruns can have
 * another I/O phase run, and other clients served, while it is itself being executed.
 */
/**
 * A server's thread: it owns the state, the sockets and the clock, and nobody else touches them.
 */
public final class ServerLoop implements ServerHost {

    /** High enough for the deepest values that scripts may nest; what is not used costs nothing. */
    private static final long STACK_BYTES = 16L << 20;

    private final ServerSettings settings;
    private final ServerState state;
    private final ScriptingCommands scripting;
    private final @Nullable VirtualTime virtualTime;
    private final Thread thread;
    private final Queue<FutureTask<?>> tasks = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Integer> listening = new CompletableFuture<>();
    private @Nullable SharedBuffers buffers;
    private final ManualIoEventLoop netty;
    private final Listener listener;
    private final Resp2Writer resp2;
    private final Resp3Writer resp3;
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final ArrayDeque<Connection> ready = new ArrayDeque<>();
    private final List<Connection> dirty = new ArrayList<>();
    private final IdleTimeout idleTimeout = new IdleTimeout(this);
    private final Consumer<Throwable> bugListener;
    private ConnectionLimits limits;
    private volatile boolean stopping;
    private volatile boolean stopped;

    /**
     * A server that is yet to be started.
     *
     * @param bugListener is told of exceptions that should not have happened, on this thread
     */
    public ServerLoop(ServerSettings settings, Consumer<Throwable> bugListener) {
        this.settings = settings;
        this.bugListener = bugListener;
        Long virtualStart = settings.virtualStartNanos();
        this.virtualTime = virtualStart == null ? null : new VirtualTime(virtualStart);
        TimeSource time = virtualTime == null ? new SystemTime() : virtualTime;
        Config config = new Config(settings.profile());
        settings.config().forEach(config::apply);
        this.scripting = DefaultCommands.scripting(settings);
        List<RedisModule> modules = DefaultCommands.modules();
        modules.addAll(settings.modules());
        if (virtualTime != null) {
            modules.add(new ClockModule(this));
        }
        this.state =
                new ServerState(
                        settings.profile(),
                        time,
                        config,
                        DefaultCommands.families(scripting),
                        modules,
                        settings.seed());
        state.setHost(this);
        scripting.publish(state);
        BiConsumer<LogLevel, String> log = settings.log();
        if (log != null) {
            state.onLog((level, line) -> log.accept(level, line.utf8()));
        }
        state.onBug((command, bug) -> bugListener.accept(bug));
        this.limits = ConnectionLimits.of(config, settings.profile());
        config.onChange(this::configChanged);
        this.resp2 = new Resp2Writer(settings.profile());
        this.resp3 = new Resp3Writer(settings.profile());
        NettyClasses.awaitLoop();
        this.thread = new FastThreadLocalThread(null, this::run, "lockstep", STACK_BYTES);
        thread.setDaemon(true);
        this.netty = new ManualIoEventLoop(thread, NioIoHandler.newFactory());
        this.listener = new Listener(this, netty);
    }

    // Called from any thread

    /**
     * Starts the thread and returns once clients can connect.
     *
     * @throws IOException when the address cannot be listened on
     */
    public void start() throws IOException {
        thread.start();
        try {
            listening.get();
            Rehearsal.beginInBackground();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof IOException failure ? failure : new IOException(cause);
        } catch (InterruptedException e) {
            stop();
            throw interrupted(e);
        }
    }

    /** Runs {@code task} on the server's thread, between two commands, and returns its result. */
    public <T> T call(Supplier<T> task) {
        if (Thread.currentThread() == thread) {
            return task.get();
        }
        FutureTask<T> future = new FutureTask<>(task::get);
        tasks.add(future);
        if (stopped) {
            future.cancel(false);
        }
        netty.wakeup();
        try {
            return future.get();
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (java.util.concurrent.CancellationException e) {
            throw new IllegalStateException("the server is closed", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for the server", e);
    }

    /** Ends the server; returns once its port is free and its thread about to end. */
    public void stop() {
        stopping = true;
        netty.wakeup();
        awaitStop();
    }

    /** Returns once the server has ended, by {@link #stop} or by the command SHUTDOWN. */
    public void awaitStop() {
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the server has ended. */
    public boolean isStopped() {
        return stopped;
    }

    /** The port that clients connect to. */
    @Override
    public int port() {
        return listening.getNow(0);
    }

    public boolean isVirtual() {
        return virtualTime != null;
    }

    /** The present time, in nanoseconds since the epoch. */
    public long epochNanos() {
        return virtualTime != null ? virtualTime.epochNanos() : call(state::clockNanos);
    }

    // The turn

    private void run() {
        try {
            int port = listener.open(settings.hosts(), settings.port());
            state.config().set("port", Integer.toString(port));
            state.config().set("bind", String.join(" ", settings.hosts()));
            listening.complete(port);
            thread.setName("lockstep-" + port());
        } catch (IOException | RuntimeException e) {
            listening.completeExceptionally(e);
            stopping = true;
        }
        while (!stopping) {
            try {
                turn();
            } catch (RuntimeException | Error e) {
                reportBug(e); // and go on: one client's trouble is not the others'
            }
        }
        shutDown();
    }

    private void turn() {
        boolean busy = !ready.isEmpty() || !tasks.isEmpty();
        runIo(busy ? NO_WAIT : waitNanos());
        runTasks();
        runReady();
        state.runDue();
        flushDirty();
    }

    /** Clients that never stop sending must not keep a caller waiting for ever. */
    private static final int MAX_CATCH_UP_PHASES = 100;

    /** Netty's word for not waiting at all; 0 is its word for waiting without end. */
    private static final long NO_WAIT = -1;

    private static final long WAIT_FOREVER = 0;

    private void runIo(long waitNanos) {
        netty.run(waitNanos, 0);
    }

    /** How long nothing will be due. */
    private long waitNanos() {
        long dueNanos = state.nextDueNanos();
        if (dueNanos == Long.MAX_VALUE) {
            return WAIT_FOREVER;
        }
        long leftNanos = dueNanos - state.clockNanos();
        if (leftNanos <= 0) {
            return NO_WAIT;
        }
        return virtualTime == null ? leftNanos : WAIT_FOREVER;
    }

    private void runTasks() {
        for (FutureTask<?> task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Gives each connection that waits for a turn one. */
    private void runReady() {
        for (int i = ready.size(); i > 0; i--) {
            Connection connection = ready.poll();
            if (connection != null) {
                connection.takeTurn();
            }
        }
    }

    private void flushDirty() {
        for (int i = 0; i < dirty.size(); i++) {
            dirty.get(i).flush();
        }
        dirty.clear();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // asked for below
    private void shutDown() {
        listener.close();
        flushDirty();
        new ArrayList<>(connections).forEach(Connection::abort);
        netty.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        while (!netty.isTerminated()) {
            netty.runNow();
        }
        if (buffers != null) {
            buffers.release();
        }
        stopped = true;
        for (FutureTask<?> task = tasks.poll(); task != null; task = tasks.poll()) {
            task.cancel(false);
        }
    }

    // Time

    /**
     * Moves a virtual clock on to {@code targetNanos} since the epoch, stopping at each deadline on
     * the way to run what is due and what that sets going. A target in the past just sets it.
     */
    public void moveClock(long targetNanos) {
        VirtualTime time = virtualTime;
        if (time == null) {
            throw new IllegalStateException("the clock is real: only a virtual one can be moved");
        }
        for (long due = state.nextDueNanos(); due <= targetNanos; due = state.nextDueNanos()) {
            time.set(Math.max(due, time.epochNanos()));
            state.runDue();
            runAllReady();
        }
        time.set(targetNanos);
        state.runDue();
        flushDirty();
    }

    /**
     * Takes in and runs everything that clients have sent so far. A client that has just arrived is
     * let in by one I/O phase and heard by the next, so there are several, until one finds nothing.
     */
    public void catchUp() {
        int handled = 1;
        for (int i = 0; handled > 0 && i < MAX_CATCH_UP_PHASES; i++) {
            handled = netty.runNow();
            runAllReady();
        }
        flushDirty();
    }

    private void runAllReady() {
        while (!ready.isEmpty()) {
            runReady();
        }
    }

    // ServerHost

    @Override
    public void shutdown() {
        stopping = true;
        ServerState.RunningScript script = state.runningScript();
        if (script != null) {
            script.kill();
        }
    }

    @Override
    public void restart(long delayNanos) {
        tasks.add(
                new FutureTask<>(
                        () -> {
                            dropConnections();
                            sleep(delayNanos);
                            beginAnew();
                        },
                        null));
    }

    @Override
    public boolean isStopping() {
        return stopping;
    }

    @Override
    public void serveOthers() {
        runIo(NO_WAIT);
        runReady();
        flushDirty();
        if (stopping) {
            shutdown();
        }
    }

    @Override
    @AllowForbidden("DEBUG SLEEP stops the server, and is asked to")
    public void sleep(long nanos) {
        flushDirty();
        if (virtualTime != null) {
            virtualTime.set(virtualTime.epochNanos() + nanos);
            return;
        }
        long deadlineNanos = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !stopping; left = deadlineNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    @AllowForbidden("how long a script runs is told by the machine's time, even on a virtual clock")
    public long elapsedNanos() {
        return System.nanoTime();
    }

    // For connections

    /** The scripts of the server. Only for tasks on the server's thread. */
    public ScriptingCommands scripting() {
        return scripting;
    }

    /** Everything the server is. Only for tasks on the server's thread. */
    public ServerState state() {
        return state;
    }

    ConnectionLimits limits() {
        return limits;
    }

    /** Made for the first client. */
    SharedBuffers buffers() {
        if (buffers == null) {
            buffers = new SharedBuffers();
        }
        return buffers;
    }

    Collection<Connection> connections() {
        return connections;
    }

    void add(Connection connection) {
        connections.add(connection);
        idleTimeout.schedule();
    }

    void remove(Connection connection) {
        connections.remove(connection);
    }

    /** Drops connections and scripts, and begins another run. */
    public void beginAnew() {
        scripting.restart(state);
        dropConnections();
        state.beginRun();
    }

    /** Drops every connection, whatever is still to be sent. */
    private void dropConnections() {
        new ArrayList<>(connections).forEach(Connection::abort);
    }

    void addReady(Connection connection) {
        ready.add(connection);
    }

    void addDirty(Connection connection) {
        dirty.add(connection);
    }

    void write(Reply reply, int protocol, ReplyBuffer target) {
        if (protocol == 3) {
            resp3.write(reply, target);
        } else {
            resp2.write(reply, target);
        }
    }

    void reportBug(Throwable bug) {
        bugListener.accept(bug);
    }

    private void configChanged() {
        limits = ConnectionLimits.of(state.config(), state.profile());
        idleTimeout.reschedule();
    }
}
