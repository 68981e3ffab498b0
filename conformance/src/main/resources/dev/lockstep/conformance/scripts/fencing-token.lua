-- Lock with a fencing token: each holder gets a higher number than any before it.
--
-- KEYS[1]  string: the holder's number
-- KEYS[2]  counter that never expires
-- ARGV     time to live in ms
-- Reply    the number when taken, nil when the lock is held
--
-- Good where two holders at once would do harm: the resource turns down a number below the highest
-- that it has seen, whoever believes to hold the lock.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return false
end
local number = redis.call('INCR', KEYS[2])
redis.call('SET', KEYS[1], number, 'PX', ARGV[1])
return number
