-- Removes the oldest responses of an owner. ARGV: owner, bytes.
--- @include "cache/include/cache"

local MAX_EVICTED = 64

local owner = ARGV[1]
local function bytesNow() return tonumber(redis.call('ZSCORE', prefix .. 'usage', owner) or 0) end
local target = bytesNow() - tonumber(ARGV[2])
for _ = 1, MAX_EVICTED do
  local oldest = redis.call('ZRANGE', key('order', owner), 0, 0)[1]
  if bytesNow() <= target or not oldest then break end
  removeEntry(owner, oldest)
end
