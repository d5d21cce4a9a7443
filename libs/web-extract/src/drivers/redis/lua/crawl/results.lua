-- Reads packed pages. ARGV: position of the first, how many at most, bytes of JSON at most, '1' when the first one is given in any case.
-- Answers how many pages there are in all, then nothing and some of the pages; or position of the first page of the segment that has the first
-- one, and the pointer to it.
--- @include "crawl/include/crawl"
--- @include "crawl/include/readable"
--- @include "crawl/include/packed-pages"
--- @include "crawl/include/segments"

local BYTES_A_ROUND = 1024 * 1024 -- what is sent at a time, in bytes of JSON: a long answer holds up nobody

if not isReadable(crawl) then return {0, false} end
local from, most, maxBytes, isFirst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
local first, pointer = segmentAt('pages', from)
if first then return {count('page'), first, pointer} end
local sealed = sealedOf('pages')
local positions, bytes = {}, 0
for i, size in ipairs(redis.call('LRANGE', key('sizes'), from - sealed, from - sealed + most - 1)) do
  bytes = bytes + size
  if bytes > maxBytes and not (i == 1 and isFirst) then break end
  if bytes > BYTES_A_ROUND and i > 1 then break end
  positions[i] = from + i - 1
end
return {count('page'), false, unpack(readPacked(positions))}
