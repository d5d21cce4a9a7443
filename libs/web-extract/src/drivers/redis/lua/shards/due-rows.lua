-- First members of a sorted set, by their score. KEYS: prefixes of shards. ARGV: name of the set, most score, most members. Answers a list for
-- each shard: members, each with its score; an empty list if no shard has any.
--- @include "shards/include/shards"
--- @include "shards/include/any-exists"

local lists = {}
if not anyExists({ARGV[1]}) then return lists end
for i, everywhere in ipairs(KEYS) do
  lists[i] = redis.call('ZRANGEBYSCORE', everywhere .. ARGV[1], '-inf', ARGV[2], 'WITHSCORES', 'LIMIT', 0, ARGV[3])
end
return lists
