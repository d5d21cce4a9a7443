-- Stores a response. KEYS[1] begins all keys. ARGV: owner, id, entry, body, bytes of both, time, most bytes, most bytes of the owner.
--- @include "cache/include/cache"

local owner, id, entry, body = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local bytes, at, most, mostOfOwner = tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7]), tonumber(ARGV[8])
local MAX_EVICTED = 64

-- Whose responses go next; nothing where there is room.
local function greedy()
  if tonumber(redis.call('ZSCORE', prefix .. 'usage', owner) or 0) + bytes > mostOfOwner then return owner end
  if tonumber(redis.call('GET', prefix .. 'total') or 0) + bytes <= most then return nil end
  return redis.call('ZREVRANGE', prefix .. 'usage', 0, 0)[1]
end

removeEntry(owner, id)
if bytes > mostOfOwner or bytes > most then return 0 end
for evicted = 0, MAX_EVICTED do
  local of = greedy()
  if not of then break end
  local oldest = redis.call('ZRANGE', key('order', of), 0, 0)[1]
  if evicted == MAX_EVICTED or not oldest then return 0 end
  removeEntry(of, oldest)
end
redis.call('HSET', key('entries', owner), id, entry)
redis.call('HSET', key('bodies', owner), id, body)
redis.call('HSET', key('sizes', owner), id, bytes)
redis.call('ZADD', key('order', owner), at, id)
addBytes(owner, bytes)
return 1
