-- Stores results of a check. ARGV: monitor, owner, check, lease, JSON of the check (id, number, 1 when open, JSON), receiver, JSON list of
-- messages, JSON object of states, position of the first page, then the packed pages. Answers 0 when the lease was lost.
--- @include "monitor/include/monitor"

local monitorId, owner, checkId, lease, check, receiver, messages, states, from = unpack(ARGV, 1, 9)
if redis.call('HEXISTS', key('monitors'), monitorId) == 0 or not holds(checkId, lease) then return 0 end
putCheck(monitorId, owner, cjson.decode(check))
local pages = key('pages', checkId)
local bytes = 0
for at = 10, #ARGV do
  local position = from + at - 10
  bytes = bytes + #ARGV[at] - redis.call('HSTRLEN', pages, position)
  redis.call('HSET', pages, position, ARGV[at])
end
if #ARGV >= 10 then
  redis.call('HINCRBY', key('bytes'), checkId, bytes)
  redis.call('HINCRBY', key('used'), owner, bytes)
  if not redis.call('ZSCORE', key('order', owner), checkId) then
    redis.call('ZADD', key('order', owner), redis.call('INCR', key('recorded')), checkId)
  end
end
for name, state in pairs(cjson.decode(states)) do redis.call('HSET', key('states', monitorId), name, state) end
append(monitorId, owner, receiver, messages)
return 1
