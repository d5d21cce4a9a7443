-- Records values of a page; the oldest of the owner are dropped. ARGV: id, key, row, its bytes, most bytes of the owner, bytes left of all owners.
-- Answers the added bytes.
--- @include "extractor/include/extractor"

local id, of, row, bytes, most, left = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
if not exists(id) then return 0 end
local added = dropValues(id, of)
local steps = 0
while steps < 200 and (used('values') + bytes > most or added + bytes > left) do
  local oldest = redis.call('ZRANGE', key('order'), 0, 0)[1]
  if not oldest then break end
  local other, name = string.match(oldest, '^([^|]*)|(.*)$')
  added = added + dropValues(other, name)
  steps = steps + 1
end
if used('values') + bytes > most or added + bytes > left then return added end
redis.call('HSET', key('values', id), of, row)
redis.call('ZADD', key('order'), redis.call('HINCRBY', key('use'), 'next', 1), id .. '|' .. of)
return added + use('values', bytes)
