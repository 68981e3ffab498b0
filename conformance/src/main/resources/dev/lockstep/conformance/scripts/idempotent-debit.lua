-- Debit that counts once, however often a caller repeats it.
--
-- KEYS[1]  counter: the balance
-- KEYS[2]  string: what the request with this id was told
-- ARGV     amount, how long ids are remembered in ms
-- Reply    {1 debited or 0 not covered, balance then, 1 when this is a repetition}
--
-- Good against double counting when a caller times out and tries again. A refusal is remembered too:
-- the same request gets the same answer.
local told = redis.call('GET', KEYS[2])
if told then
  local debited, balance = string.match(told, '^(%d) (-?%d+)$')
  return { tonumber(debited), tonumber(balance), 1 }
end

local amount = tonumber(ARGV[1])
local balance = tonumber(redis.call('GET', KEYS[1]) or '0')
local debited = 0
if balance >= amount then
  balance = redis.call('DECRBY', KEYS[1], amount)
  debited = 1
end
redis.call('SET', KEYS[2], string.format('%d %d', debited, balance), 'PX', ARGV[2])
return { debited, balance, 0 }
