-- Whether one of some keys exists in one of the shards: one command where there is nothing to do, instead of one a shard. In a Cluster a command
-- has the keys of one shard.
local function anyExists(names)
  local keys = {}
  for _, everywhere in ipairs(KEYS) do
    for _, name in ipairs(names) do keys[#keys + 1] = everywhere .. name end
    if isCluster then
      if redis.call('EXISTS', unpack(keys)) > 0 then return true end
      keys = {}
    end
  end
  return not isCluster and redis.call('EXISTS', unpack(keys)) > 0
end
