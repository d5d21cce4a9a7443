-- Finds a page. ARGV: owner, group, host, page, alias, visit. Answers its row, its text or the location of it, and what the visit has reported.
--- @include "history/include/history"

local owner, group, visit = ARGV[1], ARGV[2], ARGV[6]
local host, page = placeOf(group, ARGV[3], ARGV[4], ARGV[5])
local verdict = visit ~= NONE and redis.call('HGET', key('verdicts', owner), visit)
local row = redis.call('HGET', headsOf(group, host), page)
if not row then return { false, false, verdict } end
local text = readRow(row).text
return { row, text ~= NONE and bodyOf('texts', owner, text), verdict }
