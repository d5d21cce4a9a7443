-- Reserves room for a crawl of an owner. KEYS[1]: crawls that run or are being started, by the time until which the latter may take;
-- KEYS[2]: ended crawls by the time they expire. ARGV: id, most running, most kept, time for the start in milliseconds, time until which expired
-- crawls were deleted. Answers
-- 'reserved', 'too-many-running' or 'too-many-kept'.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id, mostRunning, mostKept, startMs, deletedBy = unpack(ARGV)
if redis.call('ZSCORE', KEYS[1], id) then return 'reserved' end -- sent again because the answer was lost
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', math.max(now, deletedBy))
if redis.call('ZCARD', KEYS[1]) >= tonumber(mostRunning) then return 'too-many-running' end
if redis.call('ZCARD', KEYS[2]) >= tonumber(mostKept) then return 'too-many-kept' end
redis.call('ZADD', KEYS[1], now + startMs, id)
return 'reserved'
