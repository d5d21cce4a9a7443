-- Marks an extractor in place of its last mark. ARGV: its name, milliseconds until the next attempt, receiver; without the last two the mark is
-- removed.
--- @include "extractor/include/waiting"

local name, waitMs, receiver = unpack(ARGV)
if waitMs then
  redis.call('ZADD', key('due'), timeNow() + tonumber(waitMs), name)
  redis.call('HSET', key('receivers'), name, receiver)
else
  redis.call('ZREM', key('due'), name)
  redis.call('HDEL', key('receivers'), name)
end
return 1
