-- Gives a place back. ARGV: place, for how long the host wants to be left alone.
--- @include "host/include/clock"
--- @include "host/include/live"

local untilMs = now + tonumber(ARGV[2])
redis.call('ZREM', KEYS[2], ARGV[1])
if untilMs > now and untilMs > tonumber(redis.call('HGET', KEYS[1], 'closed') or 0) then
  redis.call('HSET', KEYS[1], 'closed', untilMs)
  outlive(KEYS[1], untilMs)
end
return 0
