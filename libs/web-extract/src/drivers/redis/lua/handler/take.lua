-- Leases a cursor. ARGV: handler, source, holder, duration in milliseconds, cursor as JSON if there is none
-- ('': the cursor has to exist).
-- Answers the cursor and the number of interrupted calls, or nothing while another holder has it and for unknown handlers.
--- @include "handler/include/handler"

local name, source, holder, leaseMs, start = unpack(ARGV)
if redis.call('HEXISTS', key('all'), name) == 0 then return false end
local other, hasEnded = holderOf(name, source)
if other and other ~= holder and not hasEnded then return false end
if start == '' and redis.call('HEXISTS', key('cursors', name), source) == 0 then return false end
redis.call('HSET', key('leases', name), source, string.format('%.0f %s', timeNow() + leaseMs, holder))
if start ~= '' then redis.call('HSETNX', key('cursors', name), source, start) end
local busy = redis.call('HGET', key('busy', name), source)
if busy and busy ~= holder then
  redis.call('HINCRBY', key('interrupted', name), source, 1)
  redis.call('HDEL', key('busy', name), source)
end
local interruptions = tonumber(redis.call('HGET', key('interrupted', name), source) or 0)
return { redis.call('HGET', key('cursors', name), source), interruptions }
