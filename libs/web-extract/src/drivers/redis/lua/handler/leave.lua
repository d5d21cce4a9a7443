-- Ends a lease. ARGV: handler, source, holder.
--- @include "handler/include/handler"

local name, source, holder = unpack(ARGV)
if holderOf(name, source) == holder then
  redis.call('HDEL', key('leases', name), source)
  redis.call('HDEL', key('busy', name), source)
end
return 1
