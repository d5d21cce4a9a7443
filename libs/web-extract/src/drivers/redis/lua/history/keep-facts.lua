-- Keeps what is known of a host that has pages. ARGV: owner, group, host, facts.
--- @include "history/include/history"

local owner, group, host, facts = unpack(ARGV, 1, 4)
local before = redis.call('HGET', key('hosts', group), host)
if before then
  redis.call('HSET', key('hosts', group), host, facts)
  addBytes(owner, bytesOfHost(host, facts) - bytesOfHost(host, before))
end
