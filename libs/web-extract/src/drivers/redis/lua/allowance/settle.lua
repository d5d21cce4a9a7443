-- The work is done. ARGV: owner, longest time, what was set aside or nothing, credits and pages of that, when the day of the pages
-- began, credits and pages that it came to.
--- @include "allowance/include/owner"

redis.call('UNLINK', KEYS[1] .. 'nothing has this key') -- a first write that needs no memory: a full Redis allows the others then

local member, since = ARGV[3], tonumber(ARGV[6])
-- what was given back meanwhile is taken again
local isHeld = member == '' or redis.call('ZREM', aside, member) == 1
local heldCredits, heldPages = isHeld and tonumber(ARGV[4]) or 0, isHeld and tonumber(ARGV[5]) or 0
local left = creditsLeft()
local credits = left and math.min(tonumber(ARGV[7]) - heldCredits, math.max(0, left)) or 0
if credits ~= 0 then redis.call('HINCRBY', used, owner, credits) end
addPages(since, tonumber(ARGV[8]) - heldPages)
return 0
