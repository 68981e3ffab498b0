-- Sliding-window counter on the caller's clock, with weights and the time of reset.
--
-- KEYS[1]  counter of the window before, as text
-- KEYS[2]  counter of the window that now is in
-- ARGV     now in s (fractions welcome), window in s, limit, cost, number of the current window
-- Reply    {1 admitted or 0 denied, remaining, reset as Unix time in s, seconds until it may pass}
--
-- Good for high limits: two numbers, and no double burst where windows meet. A denied call counts
-- for nothing.
local previous, current = KEYS[1], KEYS[2]
local now, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local limit, cost, number = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])

local before = tonumber(redis.call('GET', previous) or '0')
local counted = tonumber(redis.call('GET', current) or '0')
local start = number * window
local elapsed = now - start
local weight = 1 - elapsed / window
local estimate = before * weight + counted
local reset = start + window

if estimate + cost > limit then
  local remaining = math.max(0, math.floor(limit - estimate))
  return { 0, remaining, reset, math.ceil(window - elapsed) }
end

redis.call('INCRBY', current, cost)
redis.call('EXPIRE', current, window * 2)
return { 1, math.floor(limit - estimate - cost), reset, 0 }
