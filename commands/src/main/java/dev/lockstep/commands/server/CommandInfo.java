package dev.lockstep.commands.server;

import dev.lockstep.command.CommandSpec;
import dev.lockstep.command.KeyRange;
import dev.lockstep.command.KeySpec;
import dev.lockstep.command.KeySpec.Counted;
import dev.lockstep.command.KeySpec.Index;
import dev.lockstep.command.KeySpec.Keyword;
import dev.lockstep.command.KeySpec.Run;
import dev.lockstep.profile.Feature;
import dev.lockstep.profile.Profile;
import dev.lockstep.reply.Reply;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** A row as COMMAND and COMMAND INFO reply it. Stateless. */
final class CommandInfo {

    private CommandInfo() {}

    static Reply reply(Profile profile, CommandSpec spec) {
        KeyRange keys = spec.keyRange();
        List<Reply> fields = new ArrayList<>();
        fields.add(Reply.bulk(spec.fullName()));
        fields.add(Reply.of(spec.arity()));
        fields.add(flags(profile, spec));
        fields.add(Reply.of(keys.first()));
        fields.add(Reply.of(keys.last()));
        fields.add(Reply.of(keys.step()));
        fields.add(set(spec.categories(), category -> Reply.status(category.redisName())));
        if (profile.has(Feature.SUBCOMMAND_ROWS)) {
            fields.add(set(spec.tips(), Reply::bulk));
            fields.add(set(spec.keys(), CommandInfo::keySpec));
            fields.add(subcommands(profile, spec));
        }
        return Reply.array(fields);
    }

    private static Reply flags(Profile profile, CommandSpec spec) {
        return set(
                spec.flags().stream().filter(flag -> flag.isPrinted(profile)).toList(),
                flag -> Reply.status(flag.redisName()));
    }

    /** A set when there are none, else an array. */
    private static Reply subcommands(Profile profile, CommandSpec spec) {
        return spec.subcommands().isEmpty()
                ? new Reply.SetOf(List.of())
                : Reply.array(
                        spec.subcommands().stream().map(child -> reply(profile, child)).toList());
    }

    private static <T> Reply set(Collection<T> items, Function<T, Reply> form) {
        return new Reply.SetOf(items.stream().map(form).toList());
    }

    private static Reply keySpec(KeySpec spec) {
        List<Reply> fields = new ArrayList<>();
        String notes = spec.notes();
        if (notes != null) {
            fields.add(Reply.bulk("notes"));
            fields.add(Reply.bulk(notes));
        }
        fields.add(Reply.bulk("flags"));
        fields.add(set(spec.access(), access -> Reply.status(access.redisName())));
        fields.add(Reply.bulk("begin_search"));
        fields.add(begin(spec.begin()));
        fields.add(Reply.bulk("find_keys"));
        fields.add(find(spec.find()));
        return new Reply.MapOf(fields);
    }

    private static Reply begin(KeySpec.Begin begin) {
        if (begin instanceof Index index) {
            return typed("index", map("index", index.position()));
        }
        if (begin instanceof Keyword keyword) {
            return typed(
                    "keyword", map("keyword", keyword.word(), "startfrom", keyword.startFrom()));
        }
        return typed("unknown", map());
    }

    private static Reply find(KeySpec.Find find) {
        if (find instanceof Run run) {
            return typed(
                    "range",
                    map("lastkey", run.last(), "keystep", run.step(), "limit", run.limit()));
        }
        if (find instanceof Counted counted) {
            return typed(
                    "keynum",
                    map(
                            "keynumidx",
                            counted.countAt(),
                            "firstkey",
                            counted.first(),
                            "keystep",
                            counted.step()));
        }
        return typed("unknown", map());
    }

    private static Reply typed(String type, Reply spec) {
        return new Reply.MapOf(
                List.of(Reply.bulk("type"), Reply.bulk(type), Reply.bulk("spec"), spec));
    }

    private static Reply map(Object... keysAndValues) {
        List<Reply> fields = new ArrayList<>();
        for (Object item : keysAndValues) {
            fields.add(item instanceof Integer i ? Reply.of(i) : Reply.bulk(item.toString()));
        }
        return new Reply.MapOf(fields);
    }
}
