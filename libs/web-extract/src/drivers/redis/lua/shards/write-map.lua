-- Stores a map unless one of this version, or a later one, is there. KEYS: map. ARGV: version, map.

redis.call('UNLINK', KEYS[1] .. ':nothing') -- allows the write in a full Redis
local stored = redis.call('GET', KEYS[1])
if stored and cjson.decode(stored).version >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
