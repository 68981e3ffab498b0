-- Lock: takes it when it is free, and says how long to wait when it is not.
--
-- KEYS[1]  string: the holder's token
-- ARGV     token, time to live in ms
-- Reply    {1, time to live} when taken, {0, ms that the holder has left} when not
--
-- Good for keeping work from being done twice. The TTL frees the lock of a holder that died. A
-- holder asking again is refused as anybody: to stay, it extends.
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  return { 1, tonumber(ARGV[2]) }
end
return { 0, redis.call('PTTL', KEYS[1]) }
