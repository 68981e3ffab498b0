package dev.lockstep.command;

import dev.lockstep.profile.Feature;
import dev.lockstep.reply.Reply;
import dev.lockstep.time.TimerQueue.Timer;
import dev.lockstep.value.Bytes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state of one client: a connection's, or that of what runs scripts. */
public final class Client {

    /** Whether commands are answered, as CLIENT REPLY sets it. */
    public enum ReplyMode {
        ON,
        OFF,
        /** Not the command that is running, nor the next. */
        SKIP_NEXT,
        SKIP
    }

    /** A command that waits: how it is answered when its time is up, or another client says so. */
    public interface Blocked {
        /** The time is up: returns the reply. */
        Reply timedOut();

        /** The client is gone, or freed by CLIENT UNBLOCK: forgets about it. */
        default void cancelled() {}
    }

    /** What a client takes that has just been connected, on most servers. */
    private static final long MEMORY = 17280;

    private final long id;
    private final Caller caller;
    private final ClientConnection connection;
    private final CommandContext context;
    private final long createdMillis;
    private Bytes name = Bytes.EMPTY;
    private Bytes libraryName = Bytes.EMPTY;
    private Bytes libraryVersion = Bytes.EMPTY;
    private int db;
    private int protocol = 2;
    private boolean authenticated;
    private ReplyMode replyMode = ReplyMode.ON;
    private boolean monitor;
    private boolean noEvict;
    private boolean noTouch;
    private boolean closing;
    private boolean executing;
    private long commandsRun;
    private long lastCommandMillis;
    private @Nullable Command lastCommand;
    private @Nullable Transaction transaction;
    private final List<Watches.WatchedKey> watchedKeys = new ArrayList<>();
    private boolean watchBroken;
    private @Nullable Blocked blocked;
    private @Nullable Timer blockedTimer;
    private Bytes @Nullable [] blockedArgv;
    private Bytes @Nullable [] postponed;
    private boolean errorCounted;
    private final Map<PubSub.Kind, Set<Bytes>> subscriptions = new EnumMap<>(PubSub.Kind.class);
    private final List<Reply> ownMessages = new ArrayList<>();
    private boolean running;

    Client(ServerState server, long id, Caller caller, ClientConnection connection) {
        this.id = id;
        this.caller = caller;
        this.connection = connection;
        this.context = new CommandContext(server, this);
        this.createdMillis = server.nowMillis();
        this.lastCommandMillis = createdMillis;
        this.authenticated = caller != Caller.CLIENT || server.config().isPasswordFree();
    }

    /** Back to what a client is after connecting, as RESET does; the name goes as well. */
    public void reset(ServerState server) {
        transaction = null;
        server.watches().unwatchAll(this);
        server.pubSub().unsubscribeAll(this);
        server.setMonitor(this, false);
        name = Bytes.EMPTY;
        db = 0;
        protocol = 2;
        replyMode = ReplyMode.ON;
        noEvict &= !server.profile().has(Feature.RESET_ENDS_NO_EVICT);
        noTouch = false;
        authenticated = server.config().isPasswordFree();
    }

    public long id() {
        return id;
    }

    /** How many bytes a real server would say that the client takes. */
    public long memory() {
        return MEMORY;
    }

    /** Who runs the commands of this client just now: EXEC, while that does. */
    public Caller caller() {
        return executing ? Caller.EXEC : caller;
    }

    /** Says whether EXEC is running what was queued. */
    public void setExecuting(boolean executing) {
        this.executing = executing;
    }

    public ClientConnection connection() {
        return connection;
    }

    public CommandContext context() {
        return context;
    }

    public long createdMillis() {
        return createdMillis;
    }

    /** The name that CLIENT SETNAME gave, or the empty string. */
    public Bytes name() {
        return name;
    }

    public void setName(Bytes name) {
        this.name = name;
    }

    public Bytes libraryName() {
        return libraryName;
    }

    public void setLibraryName(Bytes libraryName) {
        this.libraryName = libraryName;
    }

    public Bytes libraryVersion() {
        return libraryVersion;
    }

    public void setLibraryVersion(Bytes libraryVersion) {
        this.libraryVersion = libraryVersion;
    }

    /** The index of the selected database. */
    public int db() {
        return db;
    }

    public void setDb(int db) {
        this.db = db;
    }

    /** 2 or 3: the RESP version of replies. */
    public int protocol() {
        return protocol;
    }

    public void setProtocol(int protocol) {
        this.protocol = protocol;
    }

    public boolean isAuthenticated() {
        return authenticated;
    }

    public void setAuthenticated(boolean authenticated) {
        this.authenticated = authenticated;
    }

    public ReplyMode replyMode() {
        return replyMode;
    }

    public void setReplyMode(ReplyMode replyMode) {
        this.replyMode = replyMode;
    }

    public boolean isMonitor() {
        return monitor;
    }

    void setMonitor(boolean monitor) {
        this.monitor = monitor;
    }

    public boolean isNoEvict() {
        return noEvict;
    }

    public void setNoEvict(boolean noEvict) {
        this.noEvict = noEvict;
    }

    public boolean isNoTouch() {
        return noTouch;
    }

    public void setNoTouch(boolean noTouch) {
        this.noTouch = noTouch;
    }

    /** Whether the connection ends after the reply at hand; further commands are not run. */
    public boolean isClosing() {
        return closing;
    }

    /** Ends the connection: at once, or after the reply when the client is running a command. */
    public void close() {
        closing = true;
        connection.close();
    }

    public long lastCommandMillis() {
        return lastCommandMillis;
    }

    /** The command asked for last, for CLIENT LIST; null when there was no such command. */
    public @Nullable Command lastCommand() {
        return lastCommand;
    }

    void setLastCommand(@Nullable Command command, long nowMillis) {
        lastCommand = command;
        lastCommandMillis = nowMillis;
    }

    /** How many commands the client has run. */
    public long commandsRun() {
        return commandsRun;
    }

    void countCommand() {
        commandsRun++;
    }

    /**
     * {@code reply} to a command that has ended, or only its messages when the client is silent.
     */
    Reply orSilence(Reply reply) {
        if (replyMode == ReplyMode.ON) {
            return reply;
        }
        if (replyMode == ReplyMode.SKIP_NEXT) {
            replyMode = ReplyMode.SKIP;
        } else if (replyMode == ReplyMode.SKIP) {
            replyMode = ReplyMode.ON;
        }
        return context.has(Feature.PUSH_IN_SILENCE) ? messagesOf(reply) : Reply.NONE;
    }

    private static Reply messagesOf(Reply reply) {
        if (reply instanceof Reply.Push) {
            return reply;
        }
        List<Reply> parts = List.of();
        if (reply instanceof Reply.Sequence sequence) {
            parts = sequence.replies();
        } else if (reply instanceof Reply.Array array) {
            parts = array.elements(); // those of EXEC
        }
        List<Reply> messages = new ArrayList<>();
        parts.forEach(part -> messages.add(messagesOf(part)));
        return Reply.sequence(messages, List.of());
    }

    /** Sends something that is no reply, unless the client has asked for silence. */
    void sendLate(Reply reply) {
        if (replyMode == ReplyMode.ON) {
            connection.send(reply);
        }
    }

    /**
     * Sends a message that somebody has published. One that the client's own running command has
     * brought about waits for its place before or after the reply.
     */
    void push(Reply message) {
        if (running) {
            ownMessages.add(message);
        } else if (replyMode == ReplyMode.ON || context.has(Feature.PUSH_IN_SILENCE)) {
            connection.send(message);
        }
    }

    /** Says whether a command of the client is being run. */
    void setRunning(boolean running) {
        this.running = running;
    }

    /** The messages that wait for their place; they are asked for once. */
    List<Reply> takeOwnMessages() {
        if (ownMessages.isEmpty()) {
            return List.of();
        }
        List<Reply> messages = List.copyOf(ownMessages);
        ownMessages.clear();
        return messages;
    }

    /** What the client is subscribed to, as {@link PubSub} knows. */
    public Set<Bytes> subscriptions(PubSub.Kind kind) {
        return subscriptions.getOrDefault(kind, Set.of());
    }

    /** Whether {@code name} was not among the subscriptions yet. */
    boolean addSubscription(PubSub.Kind kind, Bytes name) {
        return subscriptions.computeIfAbsent(kind, unused -> new LinkedHashSet<>()).add(name);
    }

    /** Whether {@code name} was among the subscriptions. */
    boolean removeSubscription(PubSub.Kind kind, Bytes name) {
        Set<Bytes> names = subscriptions.get(kind);
        if (names == null || !names.remove(name)) {
            return false;
        }
        if (names.isEmpty()) {
            subscriptions.remove(kind);
        }
        return true;
    }

    /** Whether the client is subscribed to anything. */
    public boolean isSubscribed() {
        return !subscriptions.isEmpty();
    }

    /** What has been queued since MULTI, or null outside a transaction. */
    public @Nullable Transaction transaction() {
        return transaction;
    }

    public void setTransaction(@Nullable Transaction transaction) {
        this.transaction = transaction;
    }

    List<Watches.WatchedKey> watchedKeys() {
        return watchedKeys;
    }

    /** How many keys the client watches. */
    public int watchedKeyCount() {
        return watchedKeys.size();
    }

    /** Whether a watched key has been touched, so that EXEC must not run. */
    public boolean isWatchBroken() {
        return watchBroken;
    }

    void setWatchBroken(boolean watchBroken) {
        this.watchBroken = watchBroken;
    }

    /** Whether the client waits, so that its further commands are not run yet. */
    public boolean isBlocked() {
        return blocked != null || postponed != null;
    }

    /** What the client waits for, or null. */
    public @Nullable Blocked blocked() {
        return blocked;
    }

    void setBlocked(@Nullable Blocked operation, @Nullable Timer timer) {
        blocked = operation;
        blockedTimer = timer;
    }

    /** The words of the command that waits, or null. */
    Bytes @Nullable [] blockedArgv() {
        return blockedArgv;
    }

    void setBlockedArgv(Bytes @Nullable [] argv) {
        blockedArgv = argv;
    }

    /** Whether the client waits for a limited time only. */
    public boolean isBlockedForTime() {
        return blockedTimer != null;
    }

    @Nullable Timer blockedTimer() {
        return blockedTimer;
    }

    /** Says that the error which the running command will reply has been counted already. */
    public void setErrorCounted() {
        errorCounted = true;
    }

    /** Whether the error at hand has been counted already; asked once. */
    boolean takeErrorCounted() {
        boolean counted = errorCounted;
        errorCounted = false;
        return counted;
    }

    /** The command that a pause has put off, or null. */
    Bytes @Nullable [] postponed() {
        return postponed;
    }

    void setPostponed(Bytes @Nullable [] argv) {
        postponed = argv;
    }
}
