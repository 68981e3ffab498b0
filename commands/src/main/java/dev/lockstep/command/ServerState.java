package dev.lockstep.command;

import dev.lockstep.command.docs.CommandDocs;
import dev.lockstep.keyspace.Db;
import dev.lockstep.keyspace.Keyspace;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import dev.lockstep.time.TimeSource;
import dev.lockstep.time.TimerQueue;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one server is: data, settings, clients, time, chance. Confined to one thread, and
 * sharing nothing with another server.
 */
public final class ServerState {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private static final int ID_LENGTH = 40;

    /**
     * Keys that may expire between two commands, so that a mass expiry does not hold clients up.
     */
    private static final int EXPIRES_PER_TURN = 1000;

    private final Profile profile;
    private final TimeSource timeSource;
    private final Config config;
    private final CollectionLimits collectionLimits;
    private final Keyspace keyspace;
    private final CommandTable commands;
    private final List<RedisModule> modules;
    private final Watches watches = new Watches();
    private final BlockedClients blockedClients = new BlockedClients(this);
    private final PubSub pubSub = new PubSub();
    private final TimerQueue timers = new TimerQueue();
    private final Map<Long, Client> clients = new LinkedHashMap<>();
    private final List<Client> monitors = new ArrayList<>();
    private final Statistics statistics;
    private final Pause pause;
    private final MemoryLimit memoryLimit;
    private final SlowLog slowLog;
    private final LatencyMonitor latencyMonitor;
    private final Dispatcher dispatcher;
    private long startedMillis;
    private Bytes runId;
    private Bytes replicationId;
    private final RandomGenerator random;
    private @Nullable Map<String, CommandDocs> commandDocs;
    private long nowNanos;
    private long nextClientId = 1;
    private long dirty;
    private long lastSaveMillis;
    private final Map<String, LongSupplier> infoValues = new HashMap<>();
    private final DebugSwitches debug = new DebugSwitches();
    private Predicate<Bytes> cachedScripts = sha -> false;
    private @Nullable RunningScript runningScript;
    private ServerHost host = new NoHost();
    private BiConsumer<Command, Throwable> bugListener = (command, bug) -> {};
    private @Nullable BiConsumer<LogLevel, Bytes> log;

    /**
     * A server with nothing in it.
     *
     * @param families the commands, read when first wanted
     * @param modules further commands; each instance belongs to this server alone
     * @param seed what everything random derives from
     */
    public ServerState(
            Profile profile,
            TimeSource timeSource,
            Config config,
            List<CommandFamily> families,
            List<RedisModule> modules,
            long seed) {
        this.profile = profile;
        this.timeSource = timeSource;
        this.config = config;
        this.collectionLimits = new CollectionLimits(config, profile);
        this.modules = List.copyOf(modules);
        this.random = new SplittableRandom(seed);
        this.runId = randomHex(random);
        this.replicationId = randomHex(new SplittableRandom(~seed));
        refreshTime();
        this.startedMillis = nowMillis();
        this.lastSaveMillis = startedMillis;
        this.keyspace = new Keyspace((int) config.number("databases"), this::nowMillis);
        this.keyspace.addListener(watches);
        this.keyspace.addListener(blockedClients);
        this.keyspace.addListener(new KeyspaceNotifications(pubSub, config));
        List<CommandFamily> all = new ArrayList<>();
        modules.forEach(module -> all.add(module::commands));
        all.addAll(families);
        this.commands = new CommandTable(profile, all);
        this.statistics = new Statistics(profile);
        this.pause = new Pause(this);
        this.memoryLimit = new MemoryLimit(this);
        this.slowLog = new SlowLog(this);
        this.latencyMonitor = new LatencyMonitor(this);
        this.dispatcher = new Dispatcher(this);
    }

    private static Bytes randomHex(RandomGenerator random) {
        StringBuilder hex = new StringBuilder(ID_LENGTH);
        for (int i = 0; i < ID_LENGTH; i++) {
            hex.append(Character.forDigit(random.nextInt(16), 16));
        }
        return Bytes.of(hex.toString());
    }

    public Profile profile() {
        return profile;
    }

    public Config config() {
        return config;
    }

    /** How far collections may grow in their packed form. */
    public CollectionLimits collectionLimits() {
        return collectionLimits;
    }

    public Keyspace keyspace() {
        return keyspace;
    }

    public CommandTable commands() {
        return commands;
    }

    public List<RedisModule> modules() {
        return modules;
    }

    /** What COMMAND DOCS tells, by name: read when first asked for. */
    public Map<String, CommandDocs> commandDocs() {
        Map<String, CommandDocs> docs = commandDocs;
        if (docs == null) {
            docs = CommandDocs.load(profile.profileName());
            commandDocs = docs;
        }
        return docs;
    }

    public Watches watches() {
        return watches;
    }

    /** Who waits for which keys. */
    public BlockedClients blockedClients() {
        return blockedClients;
    }

    public PubSub pubSub() {
        return pubSub;
    }

    public TimerQueue timers() {
        return timers;
    }

    public Statistics statistics() {
        return statistics;
    }

    public Pause pause() {
        return pause;
    }

    public MemoryLimit memoryLimit() {
        return memoryLimit;
    }

    public SlowLog slowLog() {
        return slowLog;
    }

    public LatencyMonitor latencyMonitor() {
        return latencyMonitor;
    }

    public Dispatcher dispatcher() {
        return dispatcher;
    }

    public RandomGenerator random() {
        return random;
    }

    /** Begins another run of the server, as a restart does: with statistics from nothing. */
    public void beginRun() {
        runId = randomHex(random);
        startedMillis = nowMillis();
        clearLogs();
        statistics.reset();
        commands.resetStatistics();
        keyspace.resetStatistics();
    }

    /** Forty hexadecimal digits that name this run of the server. */
    public Bytes runId() {
        return runId;
    }

    /** Forty hexadecimal digits that name what replicas of this server would copy. */
    public Bytes replicationId() {
        return replicationId;
    }

    /** From now on, it is another server's data that replicas would copy. */
    public void changeReplicationId() {
        replicationId = randomHex(random);
    }

    public long startedMillis() {
        return startedMillis;
    }

    // Time

    /** The time of the running command in nanoseconds since the epoch. */
    public long nowNanos() {
        return nowNanos;
    }

    /** The time of the running command in milliseconds since the epoch. */
    public long nowMillis() {
        return nowNanos / NANOS_PER_MILLI;
    }

    /** Reads the clock: called before a command, not during one. */
    public void refreshTime() {
        nowNanos = timeSource.epochNanos();
    }

    /** What the clock says just now, for those few that must not see time stand still. */
    public long clockNanos() {
        return timeSource.epochNanos();
    }

    /** Runs what has become due: timers first, then keys at their deadline. */
    public void runDue() {
        refreshTime();
        timers.runDue(nowNanos);
        if (expiresByItself()) {
            keyspace.expireDue(EXPIRES_PER_TURN);
        }
        blockedClients.serve();
    }

    /** When {@link #runDue} next has something to do, in nanoseconds since the epoch. */
    public long nextDueNanos() {
        long due = timers.nextDeadlineNanos();
        long expiryMillis = expiresByItself() ? keyspace.nextDeadlineMillis() : Keyspace.NEVER;
        if (expiryMillis >= Long.MAX_VALUE / NANOS_PER_MILLI - 1) {
            return due;
        }
        return Math.min(due, (expiryMillis + 1) * NANOS_PER_MILLI);
    }

    private boolean expiresByItself() {
        return debug.expiresKeys() && !pause.isActive();
    }

    // Clients

    /** A new client on {@code connection}. */
    public Client connect(ClientConnection connection) {
        refreshTime();
        Client client = new Client(this, nextClientId++, Caller.CLIENT, connection);
        clients.put(client.id(), client);
        statistics.countConnection();
        return client;
    }

    /** A client that runs scripts: it is in no list and has a database and protocol of its own. */
    public Client scriptClient() {
        return new Client(this, 0, Caller.SCRIPT, new InternalConnection());
    }

    /** The connection of {@code client} is gone: forgets everything about it. */
    public void disconnect(Client client) {
        if (clients.remove(client.id()) == null) {
            return;
        }
        watches.unwatchAll(client);
        pubSub.unsubscribeAll(client);
        setMonitor(client, false);
        unblock(client, null);
        client.setPostponed(null);
    }

    /** The connected clients, the oldest first. */
    public Collection<Client> clients() {
        return clients.values();
    }

    public @Nullable Client client(long id) {
        return clients.get(id);
    }

    public void setMonitor(Client client, boolean on) {
        if (on && !client.isMonitor()) {
            monitors.add(client);
        } else if (!on) {
            monitors.remove(client);
        }
        client.setMonitor(on);
    }

    List<Client> monitors() {
        return monitors;
    }

    /**
     * Makes {@code client} wait: its handler then returns {@link Reply#NONE}. For what waits for
     * keys, see {@link BlockedClients}.
     *
     * @param deadlineNanos when to give up, since the epoch, or {@link TimerQueue#NEVER}
     */
    public void block(Client client, Client.Blocked operation, long deadlineNanos) {
        TimerQueue.Timer timer =
                deadlineNanos == TimerQueue.NEVER
                        ? null
                        : timers.at(deadlineNanos, () -> unblock(client, operation.timedOut()));
        client.setBlocked(operation, timer);
    }

    /** Ends the wait of {@code client} with {@code reply}, or with none when the client is gone. */
    public void unblock(Client client, @Nullable Reply reply) {
        Client.Blocked operation = client.blocked();
        if (operation == null) {
            return;
        }
        TimerQueue.Timer timer = client.blockedTimer();
        if (timer != null) {
            timer.cancel();
        }
        Bytes[] argv = client.blockedArgv();
        client.setBlocked(null, null);
        client.setBlockedArgv(null);
        operation.cancelled();
        if (reply != null) {
            dispatcher.countUnblocked(client, argv, reply);
            Reply heard = client.orSilence(reply);
            if (heard != Reply.NONE) {
                client.connection().send(heard);
            }
            client.connection().resume();
        }
    }

    // Changes

    /** Tells watchers that {@code key} has changed. */
    public void modified(Db db, Bytes key) {
        dirty++;
        keyspace.modified(db, key);
    }

    /** How many changes there have been since the last save, for INFO. */
    public long dirty() {
        return dirty;
    }

    public void resetDirty() {
        dirty = 0;
    }

    /** Counts changes that no key tells of. */
    public void countChanges(long count) {
        dirty += count;
    }

    /** When the data was last saved, or would have been. */
    public long lastSaveMillis() {
        return lastSaveMillis;
    }

    /** A real server would have saved its data now. */
    public void markSaved() {
        lastSaveMillis = nowMillis();
    }

    /** Lets {@code value} tell what INFO shows as {@code field}: for what modules know. */
    public void setInfoValue(String field, LongSupplier value) {
        infoValues.put(field, value);
    }

    /** What INFO shows as {@code field}, or 0 when nobody knows. */
    public long infoValue(String field) {
        LongSupplier value = infoValues.get(field);
        return value == null ? 0 : value.getAsLong();
    }

    /** Forgets which commands have taken long. */
    public void clearLogs() {
        slowLog.clear();
        latencyMonitor.forget(latencyMonitor.events().keySet());
    }

    /** Forgets what has been counted, as CONFIG RESETSTAT does. */
    public void resetStatistics() {
        statistics.reset();
        commands.resetStatistics();
        keyspace.resetStatistics();
    }

    /** What DEBUG has turned on or off. */
    public DebugSwitches debug() {
        return debug;
    }

    /** Undoes what DEBUG has turned on or off. */
    public void resetDebug() {
        debug.reset();
        collectionLimits.setAloneFrom(0);
    }

    // The program around the server

    public ServerHost host() {
        return host;
    }

    public void setHost(ServerHost host) {
        this.host = host;
    }

    /** Tells {@code listener} of every exception that a handler should never have let out. */
    public void onBug(BiConsumer<Command, Throwable> listener) {
        bugListener = listener;
    }

    void reportBug(Command command, Throwable bug) {
        bugListener.accept(command, bug);
    }

    /** Hands every line that is logged to {@code listener}. */
    public void onLog(BiConsumer<LogLevel, Bytes> listener) {
        log = listener;
    }

    /** Whether somebody listens, and the setting {@code loglevel} lets such lines through. */
    public boolean isLogged(LogLevel level) {
        return log != null && level.isIn(config.text("loglevel"));
    }

    /** Logs a line, unless {@link #isLogged} says no. */
    public void log(LogLevel level, Bytes line) {
        BiConsumer<LogLevel, Bytes> listener = log;
        if (listener != null && isLogged(level)) {
            listener.accept(level, line);
        }
    }

    // Scripts

    /** The script that has been running for so long that others are told BUSY, or null. */
    public @Nullable RunningScript runningScript() {
        return runningScript;
    }

    public void setRunningScript(@Nullable RunningScript script) {
        runningScript = script;
    }

    /** Says how to find out whether a script is cached, given its SHA-1. */
    public void setCachedScripts(Predicate<Bytes> cachedScripts) {
        this.cachedScripts = cachedScripts;
    }

    /** Whether the script whose SHA-1 is {@code sha}, in hexadecimal, is cached. */
    public boolean isCachedScript(Bytes sha) {
        return cachedScripts.test(sha);
    }

    /** A script that overruns: others may ask it to stop. */
    public interface RunningScript {

        /** Whether it has written, so that killing it would leave half a change behind. */
        boolean hasWritten();

        /** Makes it end with an error at the next opportunity. */
        void kill();

        /** Whether it is a function of a library. */
        default boolean isFunction() {
            return false;
        }

        /** What other clients are told meanwhile. */
        default ErrorKind busyError() {
            return isFunction() ? ErrorKind.BUSY_FUNCTION : ErrorKind.BUSY_SCRIPT;
        }
    }
}
