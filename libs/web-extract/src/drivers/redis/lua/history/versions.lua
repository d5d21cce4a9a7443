-- Numbers of the older texts of a page, the newest first. ARGV: group, site, page, similar, alias.
--- @include "history/include/history"

local place = placeOf(unpack(ARGV, 1, 5))
return place.row and readRow(place.row).versions or {}
