// A token bucket as applications call it: EVALSHA, and EVAL once when the script is not cached.
// Usage: node token-bucket.mjs REDIS_URL SCRIPT
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as passed } from "node:timers/promises";
import Redis from "ioredis";

const [url, scriptFile] = process.argv.slice(2);
const script = readFileSync(scriptFile, "utf8");
const sha = createHash("sha1").update(script).digest("hex");
const redis = new Redis(url, { retryStrategy: null });
const sent = [];

async function take(key, capacity, rate, cost = 1) {
  const call = [1, key, capacity, rate, cost];
  try {
    sent.push("EVALSHA");
    return await redis.evalsha(sha, ...call);
  } catch (error) {
    if (!error.message.startsWith("NOSCRIPT")) throw error;
    sent.push("EVAL");
    return redis.eval(script, ...call);
  }
}

const verdict = ([admitted]) => (admitted === 1 ? "ok" : "429");

try {
  await redis.script("FLUSH");
  await redis.del("{user:1}:bucket", "{user:2}:bucket");

  console.log("first call:", ...(await take("{user:1}:bucket", 100, 10)));
  console.log("sent:", sent.join(" "));

  const burst = [];
  for (let i = 0; i < 8; i++) burst.push(verdict(await take("{user:2}:bucket", 5, 2)));
  console.log("burst of 8, capacity 5:", burst.join(" "));

  await passed(1100);
  const later = [];
  for (let i = 0; i < 3; i++) later.push(verdict(await take("{user:2}:bucket", 5, 2)));
  console.log("after 1.1 s:", later.join(" "));
  console.log("sent EVAL:", sent.filter((command) => command === "EVAL").length, "time");

  console.log("ttl at most:", (await redis.pttl("{user:2}:bucket")) <= 3500);
} finally {
  redis.disconnect();
}
