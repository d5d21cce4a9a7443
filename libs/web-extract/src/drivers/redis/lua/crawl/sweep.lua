-- Deletes the queue of a crawl that is over, a part at a time. ARGV: id. Answers 1 when nothing of it is left.
--- @include "crawl/include/crawl"
--- @include "crawl/include/even-when-full"

local HOSTS_AT_ONCE = 500 -- queues of hosts, or buckets of keys, deleted at once: others wait about a millisecond
local LISTS_AT_ONCE = 20 -- lists whose objects are noted at once

if statusNow() == 'running' then return 1 end
local function sweepHosts(name, lists)
  local some = redis.call('ZRANGE', key(name), 0, HOSTS_AT_ONCE - 1)
  for _, host in ipairs(some) do
    for _, list in ipairs(lists) do redis.call('UNLINK', key(list .. host)) end
    redis.call('HDEL', key('rows'), lists[1] .. host)
    redis.call('ZREM', key(name), host)
  end
  return #some == HOSTS_AT_ONCE
end
-- The objects of the archive are removed by a worker that has it.
local function sweepMoved()
  local lists = redis.call('SRANDMEMBER', key('moved'), LISTS_AT_ONCE)
  for _, list in ipairs(lists) do
    for _, pointer in ipairs(redis.call('LRANGE', key('moved:' .. list), 0, -1)) do
      redis.call('SADD', key('unused'), string.match(pointer, '^%d+ %d+ ([^ ]+)'))
    end
    redis.call('UNLINK', key('moved:' .. list))
    redis.call('SREM', key('moved'), list)
  end
  return #lists == LISTS_AT_ONCE
end
-- The last buckets go first, so that those that are left are found by their number.
local function sweepBuckets()
  local buckets = count('buckets')
  local left = math.max(0, buckets - HOSTS_AT_ONCE)
  for bucket = left, math.max(buckets, 1) - 1 do redis.call('UNLINK', key('known:' .. bucket)) end
  redis.call('HSET', crawl, 'buckets', left, 'keys', 0)
  return left > 0
end
if sweepMoved() or sweepHosts('hosts', {'fresh:', 'back:', 'more:fresh:'}) or sweepHosts('capped', {'held:', 'more:held:'}) or sweepBuckets() then return 0 end
redis.call('HDEL', crawl, 'buckets', 'keys', 'long')
for _, name in ipairs({'rows', 'overflow', 'low', 'dry', 'owed', 'more:later', 'variants', 'out', 'tries', 'waiting', 'browser', 'rendering', 'aliases', 'leases', 'holders', 'later', 'cursors', 'slots'}) do
  redis.call('UNLINK', key(name))
end
redis.call('SREM', everywhere .. 'sweep', ARGV[1])
return 1
