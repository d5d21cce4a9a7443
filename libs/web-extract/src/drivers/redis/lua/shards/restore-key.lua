-- Stores a copied key. KEYS: map, key. ARGV: version of the map, milliseconds until it expires or 0, its dump.
--- @include "shards/include/same-map"

redis.call('RESTORE', KEYS[2], ARGV[2], ARGV[3], 'REPLACE')
return 'done'
