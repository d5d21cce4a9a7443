-- Stores fields of a copied hash. KEYS: map, key. ARGV: version of the map, milliseconds until it expires or 0, 1 for the first fields of the
-- key, fields and values.
--- @include "shards/include/same-map"

if ARGV[3] == '1' then redis.call('DEL', KEYS[2]) end
for n = 4, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[n], ARGV[n + 1]) end
if ARGV[2] ~= '0' then redis.call('PEXPIRE', KEYS[2], ARGV[2]) end
return 'done'
