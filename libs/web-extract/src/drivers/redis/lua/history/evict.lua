-- Removes the oldest texts of an owner. ARGV: owner, bytes.
--- @include "history/include/history"
--- @include "history/include/evict"

local MAX_EVICTED = 64

local owner = ARGV[1]
local target = bytesOf(owner) - tonumber(ARGV[2])
for _ = 1, MAX_EVICTED do
  if bytesOf(owner) <= target or not evictOldest(owner) then break end
end
