-- Lock: keeps it for longer, if it is still one's own.
--
-- KEYS[1]  string: the holder's token
-- ARGV     token, time to live in ms from now
-- Reply    1 extended, 0 it had expired or was somebody else's
--
-- Good for a heartbeat while work goes on: never acquires.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
