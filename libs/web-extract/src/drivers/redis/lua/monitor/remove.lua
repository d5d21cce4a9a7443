-- Deletes a monitor with everything that belongs to it. ARGV: id, owner. Answers 0 when there is none.
--- @include "monitor/include/messages"

local id, owner = unpack(ARGV)
if redis.call('HDEL', key('monitors'), id) == 0 then return 0 end
redis.call('HDEL', key('revisions'), id)
redis.call('HDEL', key('monitorTargets'), id)
countMonitor(id, owner, 0)
redis.call('ZREM', key('owner', owner), id)
if redis.call('ZCARD', key('owner', owner)) == 0 then redis.call('SREM', key('owners'), owner) end
setDue(id, '')
for _, checkId in ipairs(redis.call('ZRANGE', key('checks', id), 0, -1)) do removeCheck(id, owner, checkId) end
local position, next = unpack(redis.call('HMGET', key('line', id), 'position', 'next'))
if position then removeMessages(id, owner, tonumber(position), tonumber(next)) end
countStates(owner, -redis.call('HLEN', key('states', id)))
redis.call('UNLINK', key('states', id), key('line', id))
redis.call('ZREM', key('lines'), id)
return 1
