-- Places where a page is stored: by its own URL, and by another spelling. ARGV: group, site, page, similar, alias.
-- Answers site, row and page of each.
--- @include "history/include/history"

local own, other = findPages(unpack(ARGV, 1, 5))
if own and other and own.page == other.page then other = nil end
local found = {}
for _, place in pairs({ own = own, other = other }) do
  for _, value in ipairs({ place.site, place.id, place.page }) do found[#found + 1] = value end
end
return found
