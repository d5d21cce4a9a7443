-- Leases a cursor. ARGV: handler, source, holder, duration in milliseconds, cursor as JSON if there is none.
-- Answers the cursor, or nothing while another holder has it and for unknown handlers.
--- @include "handler/include/handler"

local name, source, holder, leaseMs, start = unpack(ARGV)
if redis.call('HEXISTS', key('all'), name) == 0 then return false end
local other = holderOf(name, source)
if other and other ~= holder then return false end
redis.call('HSET', key('leases', name), source, string.format('%.0f %s', timeNow() + leaseMs, holder))
redis.call('HSETNX', key('cursors', name), source, start)
return redis.call('HGET', key('cursors', name), source)
