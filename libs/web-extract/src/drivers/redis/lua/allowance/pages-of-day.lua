-- Gives the pages of the day that runs, and for how many milliseconds more it does. ARGV: owner, longest time.
--- @include "allowance/include/owner"

return { tonumber(redis.call('HGET', day, 'count') or 0), redis.call('PTTL', day) }
