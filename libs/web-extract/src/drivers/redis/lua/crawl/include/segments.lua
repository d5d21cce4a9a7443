-- Results that were sealed: the field `sealed.<kind>` of a crawl counts them, `segments:<kind>` is a sorted set of pointers to them by the
-- position of their first row. Kinds: pages, records, failures, blocked. Lists and hashes hold the rows after the sealed ones only.

local function sealedOf(kind) return count('sealed.' .. kind) end

-- The pointer that covers a position: position of its first row, and the pointer. Nothing where the position is not sealed.
local function segmentAt(kind, position)
  if position >= sealedOf(kind) then return nil end
  local found = redis.call('ZREVRANGEBYSCORE', key('segments:' .. kind), position, '-inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return tonumber(found[2]), found[1]
end
