-- Remembers how far messages were sent. ARGV: id, token, first message not sent, '1' when the lease ends, tries, milliseconds until the next.
--- @include "monitor/include/messages"

local id, lease, sent, isReleased, tries, waitMs = unpack(ARGV)
local line = key('line', id)
local holder, leaseMs, position, next, owner = unpack(redis.call('HMGET', line, 'holder', 'leaseMs', 'position', 'next', 'owner'))
if holder ~= lease then return 0 end
if tonumber(sent) < tonumber(position) then tries = 0 end -- the message was dropped in the meantime
sent = math.min(math.max(tonumber(position), tonumber(sent)), tonumber(next))
removeMessages(id, owner, tonumber(position), sent)
redis.call('HSET', line, 'position', sent, 'tries', tries)
if isReleased ~= '1' then
  redis.call('ZADD', key('lines'), timeNow() + leaseMs, id)
  return 1
end
redis.call('HDEL', line, 'holder')
if sent < tonumber(next) then redis.call('ZADD', key('lines'), timeNow() + waitMs, id) else redis.call('ZREM', key('lines'), id) end
return 1
