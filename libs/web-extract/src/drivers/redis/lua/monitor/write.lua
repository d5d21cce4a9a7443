-- Changes a monitor. ARGV: id, owner, revision that is expected, JSON, due time or nothing, JSON list of checks (see putCheck),
-- check and lease that are needed or nothing, messages to append or nothing, JSON of new targets or nothing, most bytes of the owner and of all
-- then. Answers the dropped messages, nil when it has changed or the lease was lost, or the name of the limit that the targets would exceed.
--- @include "monitor/include/messages"

local id, owner, revision, json, dueAt, checks, checkId, lease, outgoing, targets, mostOfOwner, mostOfAll = unpack(ARGV)
if redis.call('HGET', key('revisions'), id) ~= revision then return false end
if checkId ~= '' and not holds(checkId, lease) then return false end
local isReplaced = targets ~= ''
local bytes = #json + (isReplaced and #targets or redis.call('HSTRLEN', key('monitorTargets'), id))
local refusal = isReplaced and refusalOf(id, owner, bytes, tonumber(mostOfOwner), tonumber(mostOfAll))
if refusal then return refusal end
redis.call('HSET', key('monitors'), id, json)
if isReplaced then redis.call('HSET', key('monitorTargets'), id, targets) end
countMonitor(id, owner, bytes)
redis.call('HINCRBY', key('revisions'), id, 1)
setDue(id, dueAt)
for _, check in ipairs(cjson.decode(checks)) do putCheck(id, owner, check) end
return append(id, owner, outgoing)
