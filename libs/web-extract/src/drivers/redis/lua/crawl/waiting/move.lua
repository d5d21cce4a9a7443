-- Replaces waiting addresses by a pointer to an object with them, and ends the lease. ARGV: token, list, sequence of the first address, number of
-- blocks, number of addresses, pointer. Answers 'moved', 'lost' when the lease is not owned any more or the addresses are needed now, or
-- 'gone' when the crawl is over.
--- @include "crawl/include/crawl"
--- @include "crawl/include/even-when-full"

local token, list, first, blocks, rows, pointer = unpack(ARGV)
if statusNow() ~= 'running' then return 'gone' end
local more, moved = key('more:' .. list), key('moved:' .. list)
if redis.call('LPOS', moved, pointer) then return 'moved' end -- sent again because the answer was lost
if redis.call('GET', key('mover')) ~= token then return 'lost' end
if string.match(redis.call('LINDEX', more, 0) or '', '^%d+') ~= first then return 'lost' end
redis.call('LTRIM', more, blocks, -1)
redis.call('RPUSH', moved, pointer)
redis.call('SADD', key('moved'), list)
if redis.call('EXISTS', more) == 0 then
  redis.call('ZREM', key('overflow'), list)
else
  redis.call('ZINCRBY', key('overflow'), -rows, list)
end
redis.call('DEL', key('mover'))
return 'moved'
