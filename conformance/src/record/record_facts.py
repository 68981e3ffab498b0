#!/usr/bin/env python3
"""Records what a real server says about itself: COMMAND, COMMAND DOCS, CONFIG GET *, and the field names of INFO.

Start a fresh server with nothing but a port and a directory, then run

    record_facts.py --port 7070 --profile redis-7.0 --out commands/src/test/resources/recorded

Only facts are kept. Sentences (the summary, the text of a history entry, the words around the notation of a complexity)
are left out; where a key specification has notes, an empty text stands for them. Left out too are the commands of loaded
modules, and what the recorder itself had to choose: port and directory.
"""

import argparse
import json
import os
import re
import socket


class Connection:
    """A RESP3 client: maps become dicts, sets and pushes become lists, nulls become None."""

    def __init__(self, port):
        self.reader = socket.create_connection(("127.0.0.1", port)).makefile("rwb")

    def call(self, *args):
        words = [arg.encode() for arg in args]
        self.reader.write(b"*%d\r\n" % len(words))
        for word in words:
            self.reader.write(b"$%d\r\n%s\r\n" % (len(word), word))
        self.reader.flush()
        return self.read()

    def read(self):
        line = self.reader.readline()[:-2].decode()
        kind, rest = line[0], line[1:]
        if kind == "+":
            return rest
        if kind == "-":
            raise RuntimeError(rest)
        if kind == ":":
            return int(rest)
        if kind == "_" or rest == "-1":
            return None
        if kind in "$=":
            text = self.reader.read(int(rest) + 2)[:-2].decode()
            return text[4:] if kind == "=" else text
        if kind in "*~>":
            return [self.read() for _ in range(int(rest))]
        if kind == "%":
            return {self.read(): self.read() for _ in range(int(rest))}
        raise RuntimeError("unexpected reply: " + line)


def command_info(redis, of_modules):
    """COMMAND as it is replied, ten elements a command (seven on 6.2), in the order of names."""
    rows = [row for row in redis.call("COMMAND") if row[0] not in of_modules]
    for row in rows:
        if len(row) > 9:
            row[9].sort(key=lambda subcommand: subcommand[0])
            for key_spec in [spec for command in [row] + row[9] for spec in command[8]]:
                if "notes" in key_spec:
                    key_spec["notes"] = ""
    return sorted(rows, key=lambda row: row[0])


def command_docs(redis, of_modules):
    return {name: facts_of(docs) for name, docs in sorted(redis.call("COMMAND", "DOCS").items()) if name not in of_modules}


def facts_of(docs):
    """Only the fields that are facts, in the order in which the server states them."""
    facts = {}
    for field, value in docs.items():
        if field == "complexity":
            facts[field] = notations(value)
        elif field == "history":
            facts[field] = [version for version, _ in value]
        elif field == "subcommands":
            facts[field] = {name: facts_of(of_subcommand) for name, of_subcommand in sorted(value.items())}
        elif field != "summary":
            facts[field] = value
    return facts


def notations(complexity):
    """Every O(…) of a complexity, once each."""
    return list(dict.fromkeys(re.findall(r"O\((?:[^()]|\([^()]*\))*\)", complexity)))


def config(redis):
    chosen_by_recorder = ("port", "dir")
    settings = redis.call("CONFIG", "GET", "*")
    return {name: settings[name] for name in sorted(settings) if name not in chosen_by_recorder}


def info_fields(redis):
    return {which: fields_by_section(redis.call("INFO", which)) for which in ("default", "all", "everything")}


def fields_by_section(info):
    sections = {}
    for line in info.splitlines():
        if line.startswith("# "):
            fields = sections.setdefault(line[2:], [])
        elif line:
            fields.append(line.split(":")[0])
    for in_random_order in ("Commandstats", "Latencystats"):
        sections.get(in_random_order, []).sort()
    return sections


def write(path, value):
    """One entry a line, so that a difference between two recordings is readable."""
    def compact(entry):
        return json.dumps(entry, separators=(",", ":"), ensure_ascii=False)

    if isinstance(value, dict):
        opening, closing = "{", "}"
        lines = [compact(name) + ":" + compact(entry) for name, entry in value.items()]
    else:
        opening, closing = "[", "]"
        lines = [compact(entry) for entry in value]
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(opening + "\n" + ",\n".join(lines) + "\n" + closing + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, required=True, help="where a fresh server listens on this machine")
    parser.add_argument("--profile", required=True, help="such as redis-7.0; names the folder")
    parser.add_argument("--out", required=True, help="the folder that holds a folder for each profile")
    options = parser.parse_args()

    redis = Connection(options.port)
    redis.call("HELLO", "3")
    folder = os.path.join(options.out, options.profile)
    os.makedirs(folder, exist_ok=True)

    write(os.path.join(folder, "info-fields.json"), info_fields(redis))
    write(os.path.join(folder, "config-get.json"), config(redis))
    of_modules = set()
    if options.profile != "redis-6.2":
        for module in redis.call("MODULE", "LIST"):
            of_modules.update(redis.call("COMMAND", "LIST", "FILTERBY", "MODULE", module["name"]))
        write(os.path.join(folder, "command-docs.json"), command_docs(redis, of_modules))
    write(os.path.join(folder, "command-info.json"), command_info(redis, of_modules))


if __name__ == "__main__":
    main()
