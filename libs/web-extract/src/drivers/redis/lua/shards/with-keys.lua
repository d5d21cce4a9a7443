-- Shards that have one of some keys. KEYS: prefixes of shards. ARGV: names of keys. Answers their places among KEYS.
--- @include "shards/include/shards"
--- @include "shards/include/any-exists"

local found = {}
if not anyExists(ARGV) then return found end
for i, everywhere in ipairs(KEYS) do
  local count = 0
  for _, name in ipairs(ARGV) do count = count + redis.call('EXISTS', everywhere .. name) end
  if count > 0 then found[#found + 1] = i end
end
return found
