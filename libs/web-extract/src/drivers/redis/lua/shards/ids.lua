-- Ids of crawls of several shards. KEYS: prefixes of shards. ARGV: 'running', 'own' or 'own running', owner or nothing. Answers a list
-- for each shard: running crawls with the oldest first, those of an owner with the newest first.
--- @include "shards/include/shards"

local lists = {}
for i, everywhere in ipairs(KEYS) do
  local own = everywhere .. 'owner:' .. ARGV[2]
  if ARGV[1] == 'running' then
    lists[i] = redis.call('ZRANGE', everywhere .. 'running', 0, -1)
  elseif ARGV[1] == 'own running' then
    lists[i] = redis.call('ZINTER', 2, everywhere .. 'running', own)
  else
    lists[i] = redis.call('ZREVRANGE', own, 0, -1)
  end
end
return lists
