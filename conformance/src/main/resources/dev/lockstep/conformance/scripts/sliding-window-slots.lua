-- Sliding-window counter in two slots that take turns, on the server's clock.
--
-- KEYS[1]  hash of the windows with even numbers: b (number of the window), n (requests)
-- KEYS[2]  hash of the windows with odd numbers
-- ARGV     window in ms, limit
-- Reply    {1 admitted or 0 denied, how many more would pass, ms until the window ends}
--
-- Good on a cluster: callers do not know the window's number, so the keys cannot carry it. Both are
-- named beforehand, under one hash tag.
local window, limit = tonumber(ARGV[1]), tonumber(ARGV[2])

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local number = math.floor(now / window)
local elapsed = now % window
local current = KEYS[1 + number % 2]
local previous = KEYS[1 + (number + 1) % 2]

-- What a slot holds of an older window is stale.
local function requests(slot, wanted)
  local kept = redis.call('HMGET', slot, 'b', 'n')
  return tonumber(kept[1]) == wanted and tonumber(kept[2]) or 0
end

local counted = requests(current, number)
local overlap = (window - elapsed) / window
local estimate = requests(previous, number - 1) * overlap + counted
if estimate >= limit then
  return { 0, 0, window - elapsed }
end

if counted == 0 then
  redis.call('HSET', current, 'b', number, 'n', 1)
else
  redis.call('HINCRBY', current, 'n', 1)
end
redis.call('PEXPIRE', current, window * 2)
return { 1, math.floor(limit - estimate - 1), window - elapsed }
