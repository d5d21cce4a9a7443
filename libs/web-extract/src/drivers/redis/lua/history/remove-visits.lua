-- Removes what visits have reported. ARGV: owner, then visits.
--- @include "history/include/history"

local owner = ARGV[1]
for i = 2, #ARGV do
  local packed = redis.call('HGET', key('verdicts', owner), ARGV[i])
  if packed then addBytes(owner, -bytesOfVisit(packed)) end
  redis.call('HDEL', key('verdicts', owner), ARGV[i])
  redis.call('HDEL', key('visits', owner), ARGV[i])
end
