-- Creates a monitor. ARGV: id, owner, JSON without targets, due time or nothing, JSON of the targets, then the limits: most monitors and most bytes
-- of the owner, most bytes of all. Answers the name of the limit that it would exceed.
--- @include "monitor/include/monitor"

local id, owner, json, dueAt, targets, most, mostOfOwner, mostOfAll = unpack(ARGV)
if redis.call('ZCARD', key('owner', owner)) >= tonumber(most) then return 'maxPerOwner' end
local bytes = #json + #targets
local refusal = refusalOf(id, owner, bytes, tonumber(mostOfOwner), tonumber(mostOfAll))
if refusal then return refusal end
redis.call('HSET', key('monitors'), id, json)
redis.call('HSET', key('monitorTargets'), id, targets)
countMonitor(id, owner, bytes)
redis.call('HSET', key('revisions'), id, 1)
redis.call('ZADD', key('owner', owner), redis.call('INCR', key('created')), id)
redis.call('SADD', key('owners'), owner)
setDue(id, dueAt)
return false
