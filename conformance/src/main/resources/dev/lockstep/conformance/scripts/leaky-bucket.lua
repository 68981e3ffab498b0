-- Leaky bucket: requests leave one by one, `spacing` milliseconds apart; what does not fit is lost.
--
-- KEYS[1]  string: when the last request in the queue leaves, in ms
-- ARGV     now in ms, spacing in ms, length of the queue
-- Reply    {1 queued or 0 lost, ms that the caller has to wait before it goes on}
--
-- Good where what lies behind wants a smooth stream. The queue is its callers, waiting: here is
-- only the time at which it will be empty.
local now, spacing, length = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local last = tonumber(redis.call('GET', KEYS[1])) or now - spacing
local leaves = math.max(now, last + spacing)
local wait = leaves - now
if wait > spacing * length then
  return { 0, wait - spacing * length }
end

redis.call('SET', KEYS[1], leaves, 'PX', wait + spacing)
return { 1, wait }
