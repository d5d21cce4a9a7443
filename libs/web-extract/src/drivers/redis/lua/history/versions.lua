-- Numbers of the older texts of a page, the newest first. ARGV: owner, group, host, page, alias.
--- @include "history/include/history"

local owner, group = ARGV[1], ARGV[2]
local host, page = placeOf(group, ARGV[3], ARGV[4], ARGV[5])
local row = redis.call('HGET', headsOf(group, host), page)
return row and readRow(row).versions or {}
