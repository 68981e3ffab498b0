-- Token bucket that tells a denied caller when to come back.
--
-- KEYS[1]  hash: tokens, last_refill_ms
-- ARGV     capacity, refill a second (0: never), now in ms, cost
-- Reply    {1 admitted or 0 denied, whole tokens left, seconds until it would pass}
--
-- Good for HTTP 429 with Retry-After. A clock that steps back refills nothing.
local bucket = KEYS[1]
local capacity, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local now, cost = tonumber(ARGV[3]), tonumber(ARGV[4])

local kept = redis.call('HMGET', bucket, 'tokens', 'last_refill_ms')
local tokens, refilled = tonumber(kept[1]), tonumber(kept[2])
if tokens == nil then
  tokens = capacity
else
  local elapsed = math.max(0, now - refilled)
  tokens = math.min(capacity, tokens + elapsed / 1000.0 * rate)
end

local admitted, retry = 0, 0
if tokens >= cost then
  tokens = tokens - cost
  admitted = 1
elseif rate > 0 then
  retry = math.ceil((cost - tokens) / rate)
end

redis.call('HSET', bucket, 'tokens', tokens, 'last_refill_ms', now)
if rate > 0 then
  redis.call('EXPIRE', bucket, math.ceil(capacity / rate) + 60)
end
return { admitted, math.floor(tokens), retry }
