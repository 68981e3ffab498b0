// A lock with ioredis' own commands for scripts, over a pipeline and a transaction.
// Usage: node lock.mjs REDIS_URL SCRIPTS
import { readFileSync } from "node:fs";
import Redis from "ioredis";

const [url, scripts] = process.argv.slice(2);
const lua = (name) => readFileSync(`${scripts}/${name}.lua`, "utf8");
const redis = new Redis(url, { retryStrategy: null });
redis.defineCommand("acquire", { numberOfKeys: 1, lua: lua("lock-acquire") });
redis.defineCommand("release", { numberOfKeys: 1, lua: lua("lock-release") });
redis.defineCommand("extend", { numberOfKeys: 1, lua: lua("lock-extend") });

try {
  await redis.del("lock", "count");
  console.log("alice acquires:", ...(await redis.acquire("lock", "alice", 30000)));
  const [refused, left] = await redis.acquire("lock", "bob", 30000);
  console.log("bob acquires:", refused, left > 29000 && left <= 30000);
  console.log("bob releases:", await redis.release("lock", "bob"));
  console.log("alice extends:", await redis.extend("lock", "alice", 60000));

  const replies = await redis.pipeline().release("lock", "alice").incr("count").get("lock").exec();
  console.log("in one go:", JSON.stringify(replies));
  const result = await redis.multi().incr("count").set("lock", "carol", "PX", 100).exec();
  console.log("in a transaction:", JSON.stringify(result));
} finally {
  redis.disconnect();
}
