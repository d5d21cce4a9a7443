-- Gives slots that are owed to a list to its next addresses, some at a time: as many may be owed as the crawl has pages. ARGV: list. Answers 1 when
-- more are owed and the list has addresses for them.
--- @include "crawl/include/crawl"
--- @include "crawl/include/addresses"

local SLOTS_AT_ONCE = 200 -- others wait about 5 ms

local list = ARGV[1]
local function canPass() return isOwed(list) and not (isHeadEmpty(list) and hasMoved(list)) end

if statusNow() ~= 'running' or not canPass() then return 0 end
local owed = tonumber(redis.call('HGET', key('owed'), list))
local slots = math.min(owed, SLOTS_AT_ONCE)
if redis.call('HINCRBY', key('owed'), list, -slots) == 0 then redis.call('HDEL', key('owed'), list) end
for _ = 1, slots do passSlot(string.match(list, '^held:(.*)$')) end
if canPass() then return 1 end
local isFilled = tonumber(redis.call('HGET', key('rows'), list) or 0) > LOW_ROWS or not hasMoved(list)
if isFilled and not isOwed(list) then redis.call('SREM', key('low'), list) end
return 0
