-- Leases the queue of a crawl to a worker that moves waiting addresses to the archive. ARGV: token, milliseconds. Answers the list to move, or nil.
--- @include "crawl/include/crawl"
--- @include "crawl/include/movable"
--- @include "crawl/include/even-when-full"

if statusNow() ~= 'running' then return false end
local list, rows = unpack(redis.call('ZREVRANGE', key('overflow'), 0, 0, 'WITHSCORES'))
if not list or not isMovable(crawl, list, tonumber(rows)) then return false end
if not redis.call('SET', key('mover'), ARGV[1], 'NX', 'PX', ARGV[2]) then return false end
redis.call('HSET', crawl, 'archived', 1) -- its objects are to be removed with it
return list
