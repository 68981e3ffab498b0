-- Token bucket on the server's clock: callers with wrong clocks cannot mint tokens.
--
-- KEYS[1]  hash: tokens, ts (ms)
-- ARGV     capacity, refill a second, cost
-- Reply    {1 admitted or 0 denied, tokens left as text}
--
-- Good for many callers. The bucket goes a second after it would be full, when no bucket and a full
-- one are the same. The tokens left are text because a number would lose its fraction on the way.
local bucket = KEYS[1]
local capacity, rate, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local kept = redis.call('HMGET', bucket, 'tokens', 'ts')
local tokens = tonumber(kept[1]) or capacity
local ts = tonumber(kept[2]) or now

tokens = math.min(capacity, tokens + math.max(0, now - ts) / 1000 * rate)
local admitted = 0
if tokens >= cost then
  tokens = tokens - cost
  admitted = 1
end

redis.call('HSET', bucket, 'tokens', tokens, 'ts', now)
redis.call('PEXPIRE', bucket, math.ceil(capacity / rate * 1000) + 1000)
return { admitted, tostring(tokens) }
