-- Bytes that several shards use. KEYS: prefixes of shards. ARGV: name of the total, name of the owners by their bytes, owner. Answers for each
-- shard the total, the bytes of the owner, and the owner with the most bytes and these.
--- @include "shards/include/shards"

local usage = {}
for i, everywhere in ipairs(KEYS) do
  local owners = everywhere .. ARGV[2]
  local first = redis.call('ZREVRANGE', owners, 0, 0, 'WITHSCORES')
  usage[i] = {
    tonumber(redis.call('GET', everywhere .. ARGV[1]) or 0),
    tonumber(redis.call('ZSCORE', owners, ARGV[3]) or 0),
    first[1] or '',
    tonumber(first[2] or 0),
  }
end
return usage
