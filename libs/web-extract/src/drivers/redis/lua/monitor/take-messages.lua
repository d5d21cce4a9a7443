-- Leases the messages of a monitor. ARGV: lease in milliseconds, its token, JSON list of busy owners, JSON list of the names of busy receivers
-- (`receiver owner`). Answers [id, first message not sent, owner, receiver, tries] or nil.
--- @include "monitor/include/monitor"
--- @include "messages/include/busy"

local leaseMs, lease, owners, receivers = ARGV[1], ARGV[2], setOf(ARGV[3]), setOf(ARGV[4])
local now = timeNow()
return firstDue(key('lines'), now, function(ids)
  for _, id in ipairs(ids) do
    local owner, receiver, position, tries = unpack(redis.call('HMGET', key('line', id), 'owner', 'receiver', 'position', 'tries'))
    if not owners[owner] and not receivers[receiver .. ' ' .. owner] then
      redis.call('ZADD', key('lines'), now + leaseMs, id)
      redis.call('HSET', key('line', id), 'holder', lease, 'leaseMs', leaseMs)
      return { id, tonumber(position), owner, receiver, tonumber(tries or 0) }
    end
  end
end)
