-- Marks an extractor in place of its last mark. ARGV: its name, milliseconds until the next attempt, receiver, '1' for a last mark; without
-- the last three the mark is removed.
--- @include "extractor/include/waiting"

local name, waitMs, receiver, isLast = unpack(ARGV)
if not waitMs then
  removeMark(name)
  return 1
end
redis.call('ZADD', key('due'), timeNow() + tonumber(waitMs), name)
redis.call('HSET', key('receivers'), name, receiver)
redis.call(isLast == '1' and 'SADD' or 'SREM', key('last'), name)
return 1
