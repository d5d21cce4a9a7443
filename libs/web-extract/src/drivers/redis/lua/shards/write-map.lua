-- Stores a map unless one of this version, or a later one, is there. A damaged one is replaced. KEYS: map. ARGV: version, map.

redis.call('UNLINK', KEYS[1] .. ':nothing') -- allows the write in a full Redis
local stored = redis.call('GET', KEYS[1])
local isJson, map = pcall(cjson.decode, stored or '')
local isWhole = isJson and type(map) == 'table' and type(map.shards) == 'table' and #map.shards == #cjson.decode(ARGV[2]).shards
if isWhole and (tonumber(map.version) or 0) >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
