-- Takes a place. ARGV: place, delay, places at once, lease, time until a full host is asked again, caller, owner. Returns 0, or in how
-- many milliseconds to ask again. A late start is not made up for: on its way to the site a request may be late, too.
--- @include "host/include/clock"
--- @include "host/include/live"
--- @include "host/include/turns"

local place, delay, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local lease, askAgain = tonumber(ARGV[4]), tonumber(ARGV[5])
local state = redis.call('HMGET', KEYS[1], 'start', 'paced', 'closed', 'pacer')
local start, paced, closed = tonumber(state[1] or 0), tonumber(state[2] or 0), tonumber(state[3] or 0)

local opensAt = math.max(closed, math.min(paced, start + delay))
if opensAt > now then return math.ceil(opensAt - now) end

redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local isPaced = delay > 0 and state[4] and redis.call('ZSCORE', KEYS[2], state[4])
local free = isPaced and 0 or most - redis.call('ZCARD', KEYS[2])
if delay == 0 and free == 0 and holdsNone(ARGV[7]) then free = math.huge end
local wait = turn(ARGV[6], ARGV[7], free, most, askAgain)
if wait > 0 then return wait end

paced = math.max(paced, now + delay)
redis.call('HSET', KEYS[1], 'start', now, 'paced', paced)
if delay > 0 then redis.call('HSET', KEYS[1], 'pacer', place) end
redis.call('ZADD', KEYS[2], now + lease, place)
outlive(KEYS[1], math.max(paced, now + lease))
outlive(KEYS[2], now + lease)
return 0
