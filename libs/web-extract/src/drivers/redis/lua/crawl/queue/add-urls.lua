-- Adds addresses, either to a crawl that runs or on behalf of a task while its lease is held.
-- ARGV: sequence or nothing, token, addresses. Answers how many were new.
--- @include "crawl/include/crawl"
--- @include "crawl/include/lease"
--- @include "crawl/include/addresses"

local mayAdd = ARGV[1] == '' and statusNow() == 'running' or ARGV[1] ~= '' and isHeld(ARGV[1], ARGV[2])
if not mayAdd then return 0 end
return addUrls(3)
