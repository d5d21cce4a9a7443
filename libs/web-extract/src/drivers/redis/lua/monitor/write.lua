-- Changes a monitor. ARGV: id, owner, revision that is expected, JSON, due time or nothing, JSON list of checks (see putCheck),
-- check and lease that are needed or nothing, messages to append or nothing. Answers the dropped messages, or nil when it has changed or
-- the lease was lost.
--- @include "monitor/include/messages"

local id, owner, revision, json, dueAt, checks, checkId, lease, outgoing = unpack(ARGV)
if redis.call('HGET', key('revisions'), id) ~= revision then return false end
if checkId ~= '' and not holds(checkId, lease) then return false end
redis.call('HSET', key('monitors'), id, json)
redis.call('HINCRBY', key('revisions'), id, 1)
setDue(id, dueAt)
for _, check in ipairs(cjson.decode(checks)) do putCheck(id, owner, check) end
return append(id, owner, outgoing)
