-- Creates a monitor. ARGV: id, owner, JSON, due time or nothing, most of the owner. Answers 0 when the owner has as many.
--- @include "monitor/include/monitor"

local id, owner, json, dueAt, most = unpack(ARGV)
if redis.call('ZCARD', key('owner', owner)) >= tonumber(most) then return 0 end
redis.call('HSET', key('monitors'), id, json)
redis.call('HSET', key('revisions'), id, 1)
redis.call('ZADD', key('owner', owner), redis.call('INCR', key('created')), id)
redis.call('SADD', key('owners'), owner)
setDue(id, dueAt)
return 1
