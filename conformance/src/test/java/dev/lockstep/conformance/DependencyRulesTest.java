package dev.lockstep.conformance;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.lockstep.profile.Profile;
import dev.lockstep.profile.Version;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Random;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Each module looks only to the ones before it, and keeps out of what is not its business. */
class DependencyRulesTest {

    private static final JavaClasses COMMANDS = module("commands");
    private static final JavaClasses LUA_RUNTIME = module("lua-runtime");
    private static final JavaClasses SERVER = module("server");
    private static final JavaClasses CONFORMANCE = module("conformance");
    static final JavaClasses ALL = everything();

    private static Path classesOf(String module) {
        return Path.of("..", module, "target", "classes");
    }

    private static JavaClasses module(String name) {
        return new ClassFileImporter().importPath(classesOf(name));
    }

    private static JavaClasses everything() {
        return new ClassFileImporter()
                .importPaths(classesOf("commands"), classesOf("lua-runtime"), classesOf("server"));
    }

    @Test
    void everyModuleWasFound() {
        assertThat(COMMANDS.contain("dev.lockstep.command.Dispatcher")).isTrue();
        assertThat(LUA_RUNTIME).isNotEmpty();
        assertThat(SERVER.contain("dev.lockstep.LockstepServer")).isTrue();
        assertThat(CONFORMANCE.contain("dev.lockstep.conformance.Transcript")).isTrue();
    }

    @Test
    void commandsIsPure() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                "io.netty..",
                                "org.luaj..",
                                "java.net..",
                                "java.nio.channels..",
                                "java.util.concurrent..",
                                "dev.lockstep",
                                "dev.lockstep.lua..",
                                "dev.lockstep.server..",
                                "dev.lockstep.conformance.."))
                .because("commands is what a server does, without threads and sockets")
                .check(COMMANDS);
        noClasses()
                .should()
                .dependOnClassesThat(
                        belongToAnyOf(Thread.class, Executor.class, Random.class, Clock.class))
                .because("time and chance come from the server's clock and seed")
                .check(COMMANDS);
    }

    @Test
    void luaRuntimeKnowsNoNetworkAndNoFamily() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage(
                                "io.netty..",
                                "java.net..",
                                "dev.lockstep",
                                "dev.lockstep.commands..",
                                "dev.lockstep.server..",
                                "dev.lockstep.conformance.."))
                .because("a script calls commands by name, through the dispatcher")
                .check(LUA_RUNTIME);
    }

    @Test
    void serverKnowsNoLuaEngine() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.luaj..", "dev.lockstep.conformance.."))
                .because("which engine runs scripts is the lua-runtime's own affair")
                .check(SERVER);
    }

    @Test
    void conformanceUsesThePublicApiOnly() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        are(
                                resideInAPackage("dev.lockstep..")
                                        .and(
                                                not(
                                                        resideInAnyPackage(
                                                                "dev.lockstep",
                                                                "dev.lockstep.profile",
                                                                "dev.lockstep.conformance..")))))
                .because("it judges Lockstep as a user sees it")
                .check(CONFORMANCE);
    }

    @Test
    void versionsAreComparedByProfilesOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.lockstep.profile")
                .should()
                .callMethod(Version.class, "compareTo", Version.class)
                .orShould()
                .callMethod(Profile.class, "compareTo", Enum.class)
                .orShould()
                .callMethod(Profile.class, "ordinal")
                .orShould()
                .callMethod(Profile.class, "equals", Object.class)
                .because("what differs between servers is a Feature, a Range or a row")
                .check(ALL);
    }

    @Test
    void everyPackageIsNullMarked() {
        classes()
                .that()
                .haveSimpleName("package-info")
                .should()
                .beAnnotatedWith("org.jspecify.annotations.NullMarked")
                .check(ALL);
    }
}
