-- Removes what visits have reported. ARGV: owner, then visits.
--- @include "history/include/history"

local owner = ARGV[1]
for i = 2, #ARGV do
  addBytes(owner, -redis.call('HSTRLEN', key('verdicts', owner), ARGV[i]))
  redis.call('HDEL', key('verdicts', owner), ARGV[i])
  redis.call('HDEL', key('visits', owner), ARGV[i])
end
