// The sliding-window counter in two slots with node-redis: a burst of 8 with limit 5.
// Usage: node sliding-window.mjs REDIS_URL SCRIPT
import { readFileSync } from "node:fs";
import { setTimeout as passed } from "node:timers/promises";
import { createClient, defineScript } from "redis";

const [url, scriptFile] = process.argv.slice(2);
const WINDOW = 1000;
const client = createClient({
  url,
  socket: { reconnectStrategy: false },
  scripts: {
    admit: defineScript({
      SCRIPT: readFileSync(scriptFile, "utf8"),
      NUMBER_OF_KEYS: 2,
      parseCommand(parser, user, window, limit) {
        parser.pushKey(`{user:${user}}:0`);
        parser.pushKey(`{user:${user}}:1`);
        parser.push(String(window), String(limit));
      },
      transformReply: ([admitted]) => admitted === 1,
    }),
  },
});
client.on("error", (error) => {
  console.error(error.message);
  process.exitCode = 1;
});

await client.connect();
try {
  await client.del(["{user:42}:0", "{user:42}:1"]);

  // From the beginning of a window, so that the burst does not lie across two.
  const time = await client.sendCommand(["TIME"]);
  await passed(WINDOW - Math.floor(Number(time[1]) / 1000) % WINDOW + 5);

  const burst = [];
  for (let i = 0; i < 8; i++) burst.push(await client.admit("42", WINDOW, 5));
  console.log("burst of 8, limit 5 a second:", burst.join(" "));
  await passed(1200);
  const later = await client.admit("42", WINDOW, 5);
  console.log("after 1.2 s:", later);
} finally {
  client.destroy();
}
