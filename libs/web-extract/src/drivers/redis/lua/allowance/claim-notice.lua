-- Gives 1 if nobody has claimed a notice in its period yet. ARGV: owner, longest time, notice, period.
--- @include "allowance/include/owner"

local notices = KEYS[1] .. 'notices-of:' .. owner
if redis.call('HGET', notices, ARGV[3]) == ARGV[4] then return 0 end
redis.call('HSET', notices, ARGV[3], ARGV[4])
redis.call('PEXPIRE', notices, 31 * DAY_MS)
return 1
