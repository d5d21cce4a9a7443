-- Shards that have a due member of a sorted set. KEYS: prefixes of shards. ARGV: name of the set. Answers their places among KEYS.
--- @include "shards/include/shards"
--- @include "shards/include/any-exists"

if not anyExists({ARGV[1]}) then return {} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = {}
for i, everywhere in ipairs(KEYS) do
  if #redis.call('ZRANGEBYSCORE', everywhere .. ARGV[1], '-inf', now, 'LIMIT', 0, 1) > 0 then found[#found + 1] = i end
end
return found
