package dev.lockstep.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitReference;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Several threads load our classes while the first server of a JVM starts. Were there two whose
 * initializers need each other, each of two threads could begin with one and wait for the other's
 * for ever (Java Virtual Machine Specification, 5.5).
 */
class InitializerCirclesTest {

    private static final JavaClasses CLASSES = DependencyRulesTest.ALL;

    @Test
    void noTwoClassesNeedEachOtherToBeInitialized() {
        Map<JavaClass, Set<JavaClass>> needs = new LinkedHashMap<>();
        CLASSES.forEach(type -> needs.put(type, needed(type)));
        List<String> circles = new ArrayList<>();
        for (JavaClass type : needs.keySet()) {
            if (reachable(type, needs).contains(type)) {
                circles.add(type.getName());
            }
        }
        assertThat(needs.values()).anyMatch(needed -> !needed.isEmpty());
        assertThat(circles).isEmpty();
    }

    private static Set<JavaClass> reachable(JavaClass from, Map<JavaClass, Set<JavaClass>> needs) {
        Set<JavaClass> reached = new LinkedHashSet<>();
        List<JavaClass> open = new ArrayList<>(needs.get(from));
        while (!open.isEmpty()) {
            JavaClass next = open.remove(open.size() - 1);
            if (reached.add(next)) {
                open.addAll(needs.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }

    /** The classes whose initialization that of {@code type} begins. */
    private static Set<JavaClass> needed(JavaClass type) {
        Set<JavaClass> needed = new LinkedHashSet<>();
        if (!type.isInterface()) {
            type.getRawSuperclass().ifPresent(needed::add);
            for (JavaClass implemented : type.getAllRawInterfaces()) {
                if (hasDefaultMethods(implemented)) {
                    needed.add(implemented);
                }
            }
        }
        type.getStaticInitializer().ifPresent(code -> collect(code, needed, new HashSet<>()));
        needed.remove(type);
        needed.retainAll(Set.copyOf(CLASSES));
        return needed;
    }

    private static boolean hasDefaultMethods(JavaClass type) {
        return type.getMethods().stream()
                .map(JavaMember::getModifiers)
                .anyMatch(
                        modifiers ->
                                !modifiers.contains(JavaModifier.ABSTRACT)
                                        && !modifiers.contains(JavaModifier.STATIC));
    }

    /** What {@code code} and all that it calls make, or use the static members of. */
    private static void collect(
            JavaCodeUnit code, Set<JavaClass> needed, Set<JavaCodeUnit> visited) {
        if (!visited.add(code)) {
            return;
        }
        for (JavaAccess<?> access : code.getAccessesFromSelf()) {
            if (access instanceof JavaCodeUnitReference || access.isDeclaredInLambda()) {
                continue; // made now, run later
            }
            access.getTarget()
                    .resolveMember()
                    .ifPresent(
                            member -> {
                                if (access instanceof JavaConstructorCall
                                        || member.getModifiers().contains(JavaModifier.STATIC)) {
                                    needed.add(member.getOwner());
                                }
                                if (member instanceof JavaCodeUnit called) {
                                    collect(called, needed, visited);
                                }
                            });
        }
    }
}
