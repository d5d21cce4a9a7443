-- Removes keys of a shard that is elsewhere. KEYS: map, keys. ARGV: version of the map.
--- @include "shards/include/same-map"

for n = 2, #KEYS do redis.call('UNLINK', KEYS[n]) end
return 'done'
