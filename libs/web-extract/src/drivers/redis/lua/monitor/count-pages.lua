-- Counts the pages of a check that can be read at once. ARGV: check, first position, most pages, bytes after which no further page is counted.
--- @include "monitor/include/monitor"

local checkId, first, most, mostBytes = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local pages = key('pages', checkId)
local bytes = 0
for count = 1, most do
  local length = redis.call('HSTRLEN', pages, first + count - 1)
  if length == 0 then return count - 1 end
  bytes = bytes + length
  if bytes >= mostBytes then return count end
end
return most
