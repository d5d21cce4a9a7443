-- Reads packed pages that are not sealed. ARGV: position of the first, most bytes. Answers the position of the first one, then by turns the bytes of a
-- page before it was packed, and the page.
--- @include "crawl/include/crawl"
--- @include "crawl/include/segments"
--- @include "crawl/include/packed-pages"

local MOST_PAGES = 200
local sealed = sealedOf('pages')
local from, most = math.max(tonumber(ARGV[1]), sealed), tonumber(ARGV[2])
local reply, bytes = {from}, 0
for i, size in ipairs(redis.call('LRANGE', key('sizes'), from - sealed, from - sealed + MOST_PAGES - 1)) do
  local page = readPacked({from + i - 1})[1]
  if not page then break end
  bytes = bytes + #page
  if bytes > most and i > 1 then break end
  reply[2 * i], reply[2 * i + 1] = size, page
end
return reply
