-- Adds addresses of the archive to the head of their list. ARGV: token, list, pointer, blocks. Answers 1; 2 when slots are owed to the list; or 0
-- when that was done before, the lease is not owned any more, or the crawl is over.
--- @include "crawl/include/crawl"
--- @include "crawl/include/frontier"

local BLOCKS_AT_ONCE = 1000

local token, list, pointer = unpack(ARGV, 1, 3)
local moved = key('moved:' .. list)
if statusNow() ~= 'running' or redis.call('GET', key('loader')) ~= token then return 0 end
if redis.call('LINDEX', moved, 0) ~= pointer then return 0 end
for from = 4, #ARGV, BLOCKS_AT_ONCE do
  redis.call('RPUSH', key(list), unpack(ARGV, from, math.min(from + BLOCKS_AT_ONCE - 1, #ARGV)))
end
local rows, object = string.match(pointer, '^%d+ (%d+) ([^ ]+)')
local inHead = redis.call('HINCRBY', key('rows'), list, rows)
redis.call('LPOP', moved)
redis.call('SADD', key('unused'), object)
if redis.call('EXISTS', moved) == 0 then redis.call('SREM', key('moved'), list) end
local host = string.match(list, '^fresh:(.*)$')
if host then noteFilled(host) end
if isOwed(list) then return 2 end
if inHead > LOW_ROWS or not hasMoved(list) then redis.call('SREM', key('low'), list) end
return 1
