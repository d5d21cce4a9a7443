-- Deletes the queue of a crawl that is over, a part at a time. ARGV: id. Answers 1 when nothing of it is left.
--- @include "crawl/include/crawl"
--- @include "crawl/include/even-when-full"

local HOSTS_AT_ONCE = 500 -- queues of hosts deleted at once: others wait about a millisecond

if statusNow() == 'running' then return 1 end
local some = redis.call('ZRANGE', key('hosts'), 0, HOSTS_AT_ONCE - 1)
for _, host in ipairs(some) do
  redis.call('UNLINK', key('fresh:' .. host), key('back:' .. host))
  redis.call('ZREM', key('hosts'), host)
end
if #some == HOSTS_AT_ONCE then return 0 end
for _, name in ipairs({'known', 'stored', 'variants', 'out', 'tries', 'waiting', 'browser', 'rendering', 'aliases', 'leases', 'holders'}) do
  redis.call('UNLINK', key(name))
end
redis.call('SREM', everywhere .. 'sweep', ARGV[1])
return 1
