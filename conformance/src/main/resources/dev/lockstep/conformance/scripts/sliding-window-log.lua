-- Sliding-window log: at most `limit` requests in any stretch of `window` milliseconds.
--
-- KEYS[1]  sorted set: one member a request, scored by its time
-- ARGV     now in ms, window in ms, limit
-- Reply    1 admitted, 0 denied
--
-- Good for small limits that must hold exactly: memory grows with the limit.
-- Chance makes members of one millisecond differ. Redis up to 6.2 begins the same sequence in each
-- script, so two requests of one millisecond share a member there, and the log counts them once.
local log = KEYS[1]
local now, window, limit = ARGV[1], ARGV[2], tonumber(ARGV[3])

redis.call('ZREMRANGEBYSCORE', log, 0, now - window)
if redis.call('ZCARD', log) >= limit then
  return 0
end

local member = now .. '-' .. math.random(1000000)
redis.call('ZADD', log, now, member)
redis.call('PEXPIRE', log, window)
return 1
