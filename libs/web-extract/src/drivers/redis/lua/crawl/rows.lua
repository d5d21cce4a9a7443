-- Reads rows of a crawl. ARGV: which, first, last. Answers nothing and rows; or position of the first row of the segment that has the
-- first one, and the pointer to it.
--- @include "crawl/include/crawl"
--- @include "crawl/include/readable"
--- @include "crawl/include/segments"

if not isReadable(crawl) then return {false} end
local kind, from, last = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local first, pointer = segmentAt(kind, from)
if first then return {first, pointer} end
local sealed = sealedOf(kind)
return {false, unpack(redis.call('LRANGE', key(kind), from - sealed, last - sealed))}
