-- Fixed window: a counter that the first request of a window brings to life.
--
-- KEYS[1]  counter
-- ARGV     window in ms
-- Reply    requests in this window, this one included: the caller compares with its limit
--
-- Good for a hard, cheap cap. Twice the limit can pass around the end of a window.
local requests = redis.call('INCR', KEYS[1])
if requests == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return requests
