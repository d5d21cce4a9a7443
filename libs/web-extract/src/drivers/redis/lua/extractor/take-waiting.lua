-- Takes an extractor whose time has come: it is due again after the lease. ARGV: lease in milliseconds, JSON list of busy owners, JSON list
-- of the names of busy receivers (`receiver owner`). Answers [its name, 1 if its mark is the last one] or nil.
--- @include "extractor/include/waiting"
--- @include "messages/include/busy"

local leaseMs, owners, receivers = ARGV[1], setOf(ARGV[2]), setOf(ARGV[3])
local now = timeNow()
return firstDue(key('due'), now, function(names)
  local hosts = redis.call('HMGET', key('receivers'), unpack(names))
  for n, name in ipairs(names) do
    local owner = string.match(name, '^%S+ (.*)$')
    if not owners[owner] and not receivers[(hosts[n] or '') .. ' ' .. owner] then
      redis.call('ZADD', key('due'), now + leaseMs, name)
      return { name, redis.call('SISMEMBER', key('last'), name) }
    end
  end
end)
