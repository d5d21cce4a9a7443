-- Shards that have a field of a hash. KEYS: prefixes of shards. ARGV: name of the hash, field. Answers their places among KEYS.
--- @include "shards/include/shards"

local found = {}
for i, everywhere in ipairs(KEYS) do
  if redis.call('HEXISTS', everywhere .. ARGV[1], ARGV[2]) == 1 then found[#found + 1] = i end
end
return found
