-- Makes leases last from now. ARGV: lease, places. One that has ended is taken again: its page is still under way.
--- @include "host/include/clock"
--- @include "host/include/live"

local untilMs = now + tonumber(ARGV[1])
for n = 2, #ARGV do redis.call('ZADD', KEYS[2], untilMs, ARGV[n]) end
outlive(KEYS[1], untilMs)
outlive(KEYS[2], untilMs)
return 0
