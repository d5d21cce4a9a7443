-- The pace of a host is kept here from now on: a page may have started elsewhere just now. ARGV: delay.
--- @include "host/include/clock"
--- @include "host/include/live"

local untilMs = now + tonumber(ARGV[1])
redis.call('HSET', KEYS[1], 'start', now, 'paced', untilMs)
outlive(KEYS[1], untilMs)
