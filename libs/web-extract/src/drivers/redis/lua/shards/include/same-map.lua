-- Ends a step of a move if another command has changed the map meanwhile. KEYS[1]: map. ARGV[1]: its version.

local stored = redis.call('GET', KEYS[1])
if not stored or cjson.decode(stored).version ~= tonumber(ARGV[1]) then return 'map-changed' end
