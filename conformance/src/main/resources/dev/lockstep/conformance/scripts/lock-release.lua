-- Lock: gives it back, if it is still one's own.
--
-- KEYS[1]  string: the holder's token
-- ARGV     token
-- Reply    1 given back, 0 it had expired or was somebody else's
--
-- Good in place of a bare DEL, which would drop the lock of whoever came next.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
