-- Whether data of an owner is where that of all owners was before it was divided. It stays there from then on. KEYS: set of such owners, a
-- hash with a field for each owner that has data, keys of data of this owner. ARGV: owner. Answers 1 or 0.

redis.call('UNLINK', KEYS[1] .. ':nothing') -- allows the write in a full Redis
local owner = ARGV[1]
if redis.call('SISMEMBER', KEYS[1], owner) == 1 then return 1 end
local isHere = redis.call('HEXISTS', KEYS[2], owner)
for n = 3, #KEYS do isHere = math.max(isHere, redis.call('EXISTS', KEYS[n])) end
if isHere == 1 then redis.call('SADD', KEYS[1], owner) end
return isHere
