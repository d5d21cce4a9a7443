-- Extends a lease, or ends it. ARGV: check, token, milliseconds until the check is available, '1' when the lease ends. Answers 0 when it was lost.
--- @include "monitor/include/monitor"

local id, lease, ms, isReleased = unpack(ARGV)
if not holds(id, lease) then return 0 end
redis.call('ZADD', key('open'), timeNow() + ms, id)
if isReleased == '1' then
  local row = cjson.decode(redis.call('HGET', key('tasks'), id))
  redis.call('HSET', key('tasks'), id, cjson.encode({ row[1], row[2], '' }))
end
return 1
