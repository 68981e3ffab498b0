-- Token bucket on the caller's clock: `rate` tokens a second flow into a bucket of `burst`.
--
-- KEYS[1]  hash: tokens, ts (ms)
-- ARGV     now in ms, rate a second, burst
-- Reply    1 admitted, 0 denied
--
-- Good for bursts at constant memory, where all callers share a clock.
-- A denied call keeps the old ts, so that what has flowed in since then counts twice at the next
-- call: tokens of the time between two denials are credited again.
local bucket = KEYS[1]
local now, rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local kept = redis.call('HMGET', bucket, 'tokens', 'ts')
local tokens = tonumber(kept[1]) or burst
local ts = tonumber(kept[2]) or now

tokens = math.min(burst, tokens + (now - ts) / 1000 * rate)
if tokens < 1 then
  redis.call('HSET', bucket, 'tokens', tokens, 'ts', ts)
  return 0
end

redis.call('HSET', bucket, 'tokens', tokens - 1, 'ts', now)
redis.call('PEXPIRE', bucket, math.ceil(burst / rate * 1000) * 2)
return 1
