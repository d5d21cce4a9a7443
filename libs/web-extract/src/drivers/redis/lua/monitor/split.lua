-- Stores the targets of a monitor apart from it, unless it has changed. ARGV: id, owner, JSON as stored, JSON without targets, JSON of the targets.
--- @include "monitor/include/monitor"

local id, owner, stored, json, targets = unpack(ARGV)
if redis.call('HGET', key('monitors'), id) ~= stored then return 0 end
redis.call('HSET', key('monitors'), id, json)
redis.call('HSET', key('monitorTargets'), id, targets)
countMonitor(id, owner, #json + #targets)
return 1
