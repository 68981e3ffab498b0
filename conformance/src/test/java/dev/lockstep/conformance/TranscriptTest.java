package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.lockstep.profile.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every transcript goes as it tells: on Lockstep in each profile, and on each real server. */
@ExtendWith(ComparedServers.Extension.class)
class TranscriptTest {

    private static final List<String> PROFILES =
            Arrays.stream(Profile.values()).map(Profile::profileName).toList();

    /** With {@code -Dlockstep.update}, transcripts tell from here on what real servers do. */
    @BeforeAll
    static void update(ComparedServers servers) {
        if (TranscriptFiles.UPDATE) {
            for (Transcript transcript : TranscriptFiles.all()) {
                TranscriptRecord record = new TranscriptRecord(transcript, PROFILES);
                if (transcript.lockstepOnly() == null) {
                    servers.real().servers().stream()
                            .filter(server -> server.isOnOurClock() || !transcript.needsClock())
                            .forEach(server -> record(transcript, server, record));
                } else {
                    PROFILES.forEach(profile -> recordLockstep(transcript, profile, record));
                }
                TranscriptFiles.write(transcript.name(), transcript.withOutcomes(record));
            }
        }
    }

    private static void record(Transcript transcript, Subject subject, TranscriptRecord record) {
        for (Protocol protocol : Protocol.values()) {
            record.put(subject.profile(), protocol, Performance.of(transcript, subject, protocol));
        }
    }

    private static void recordLockstep(
            Transcript transcript, String profile, TranscriptRecord record) {
        try (LockstepSubject lockstep = LockstepSubject.playing(profile)) {
            record(transcript, lockstep, record);
        }
    }

    @TestFactory
    Stream<DynamicNode> goesAsItTellsOnLockstep() {
        return PROFILES.stream()
                .map(
                        profile ->
                                dynamicContainer(
                                        profile,
                                        TranscriptFiles.all().stream()
                                                .map(it -> onLockstep(it, profile))));
    }

    private static DynamicTest onLockstep(Transcript transcript, String profile) {
        return dynamicTest(
                transcript.name(),
                () -> {
                    try (LockstepSubject lockstep = LockstepSubject.playing(profile)) {
                        assertThat(differences(transcript, lockstep)).isEmpty();
                    }
                });
    }

    @TestFactory
    Stream<DynamicNode> goesAsItTellsOnRealServers(ComparedServers servers) {
        Stream<DynamicNode> compared =
                servers.real().servers().stream().map(server -> onRealServer(server, servers));
        Stream<DynamicNode> absent =
                servers.real().absences().stream()
                        .map(reason -> dynamicTest(reason, () -> abort(reason)));
        return Stream.concat(compared, absent);
    }

    private static DynamicNode onRealServer(RealServer server, ComparedServers servers) {
        return dynamicContainer(
                server.toString(),
                TranscriptFiles.all().stream()
                        .filter(transcript -> transcript.lockstepOnly() == null)
                        .map(
                                transcript ->
                                        dynamicTest(
                                                transcript.name(),
                                                () -> goesAsTold(transcript, server, servers))));
    }

    private static void goesAsTold(
            Transcript transcript, RealServer server, ComparedServers servers) {
        if (transcript.needsClock() && !server.isOnOurClock()) {
            servers.leaveOut(server);
            abort(server.name() + " cannot be given a clock: " + server.clockAbsence());
        }
        assertThat(differences(transcript, server)).isEmpty();
        for (int i = 0; i < Protocol.values().length; i++) {
            servers.count(server, transcript);
        }
    }

    private static List<Difference> differences(Transcript transcript, Subject subject) {
        List<Difference> differences = new ArrayList<>();
        for (Protocol protocol : Protocol.values()) {
            Run run = Performance.of(transcript, subject, protocol);
            differences.addAll(Comparison.ofRecord(transcript, subject.profile(), protocol, run));
        }
        return differences;
    }
}
