-- Deletes old values. ARGV: time in milliseconds, most values. Answers {number of values looked at and deleted, added bytes}.
--- @include "extractor/include/extractor"

local count, added = 0, 0
for _, member in ipairs(redis.call('ZRANGE', key('order'), 0, tonumber(ARGV[2]) - 1)) do
  local id, of = string.match(member, '^([^|]*)|(.*)$')
  local row = redis.call('HGET', key('values', id), of)
  if row and tonumber(string.match(row, '^%d+ (%d+) ')) >= tonumber(ARGV[1]) then break end
  added = added + dropValues(id, of)
  count = count + 1
end
return { count, added }
