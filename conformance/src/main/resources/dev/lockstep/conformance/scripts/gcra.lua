-- GCRA: spaces requests evenly, with a tolerance for bursts, in one number.
--
-- KEYS[1]  string: the theoretical arrival time (TAT), in seconds since 2017 as a double
-- ARGV     burst, rate, period in s, cost
-- Reply    {cost when admitted or 0, remaining, seconds until it would pass or "-1", seconds until
--           the bucket is full}; the last two as text, for their fractions
--
-- Good for exact pacing at the smallest memory. Time is counted from 2017 so that a double keeps
-- the microseconds. Admission goes by the rounded remainder: up to half a spacing early.
redis.replicate_commands()

local burst, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local period, cost = tonumber(ARGV[3]), tonumber(ARGV[4])
local spacing = period / rate
local tolerance = spacing * burst

local time = redis.call('TIME')
local now = (time[1] - 1483228800) + time[2] / 1000000

local tat = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
local next_tat = tat + spacing * cost
local room = now - (next_tat - tolerance)
local remaining = math.floor(room / spacing + 0.5)
if remaining < 0 then
  return { 0, 0, tostring(-room), tostring(tat - now) }
end

local full_after = next_tat - now
if full_after > 0 then
  redis.call('SET', KEYS[1], next_tat, 'EX', math.ceil(full_after))
end
return { cost, remaining, '-1', tostring(full_after) }
