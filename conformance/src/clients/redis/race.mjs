// GET then SET on two connections lets two requests pass on one token; one script does not.
// Usage: node race.mjs REDIS_URL SCRIPT
import { readFileSync } from "node:fs";
import { createClient } from "redis";

const [url, scriptFile] = process.argv.slice(2);
const script = readFileSync(scriptFile, "utf8");
const options = { url, socket: { reconnectStrategy: false } };
const [one, other] = [createClient(options), createClient(options)];
for (const client of [one, other]) {
  client.on("error", (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  await client.connect();
}

try {
  await one.set("tokens", "1");
  const seen = [await one.get("tokens"), await other.get("tokens")];
  await one.set("tokens", "0");
  await other.set("tokens", "0");
  console.log("GET, SET admits:", seen.filter((tokens) => Number(tokens) >= 1).length);

  await one.del("bucket");
  await one.hSet("bucket", { tokens: "1", ts: "1767225600000" });
  const take = (client) =>
    client.eval(script, { keys: ["bucket"], arguments: ["1767225600000", "1", "5"] });
  const admitted = await Promise.all([take(one), take(other)]);
  console.log("script admits:", admitted.reduce((sum, each) => sum + each));
} finally {
  one.destroy();
  other.destroy();
}
