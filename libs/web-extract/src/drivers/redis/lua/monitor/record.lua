-- Stores results of a check. ARGV: monitor, owner, check, lease, JSON of the check (see putCheck), messages to append or nothing,
-- JSON object of states, position of the first page, JSON of new targets or nothing, then the packed pages. Answers the dropped messages, or nil when the lease was lost.
--- @include "monitor/include/messages"

local monitorId, owner, checkId, lease, check, outgoing, states, from, targets = unpack(ARGV, 1, 9)
if redis.call('HEXISTS', key('monitors'), monitorId) == 0 or not holds(checkId, lease) then return false end
putCheck(monitorId, owner, cjson.decode(check))
if targets ~= '' then redis.call('HSET', key('targets'), checkId, targets) end
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
local added = 0
for name, state in pairs(cjson.decode(states)) do added = added + redis.call('HSET', key('states', monitorId), name, state) end
countStates(owner, added)
return append(monitorId, owner, outgoing)
