-- Makes leases last. ARGV: milliseconds from now, then sequence and token of each. Answers the numbers, from 0, of those that are lost.
--- @include "crawl/include/crawl"
--- @include "crawl/include/lease"
--- @include "crawl/include/even-when-full"

local endsAt = timeNow() + ARGV[1]
local lost = {}
for i = 2, #ARGV, 2 do
  if isHeld(ARGV[i], ARGV[i + 1]) then
    redis.call('ZADD', key('leases'), 'XX', endsAt, ARGV[i])
  else
    lost[#lost + 1] = i / 2 - 1
  end
end
return lost
