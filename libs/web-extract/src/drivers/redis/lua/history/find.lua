-- Finds a page. ARGV: owner, group, site, page, similar, alias, visit. Answers its row, its text or the location of it, what the visit has
-- reported, and the site of the row.
--- @include "history/include/history"

local owner, group, visit = ARGV[1], ARGV[2], ARGV[7]
local place = placeOf(group, unpack(ARGV, 3, 6))
local verdict = visit ~= NONE and redis.call('HGET', key('verdicts', owner), visit)
if not place.row then return { false, false, verdict } end
local text = readRow(place.row).text
return { place.row, text ~= NONE and bodyOf('texts', owner, text), verdict, place.site }
