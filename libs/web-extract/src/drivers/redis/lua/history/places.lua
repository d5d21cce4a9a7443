-- Places where a page may be stored: under its own name, and under another spelling. ARGV: group, host, page, alias.
-- Answers host and page of each.
--- @include "history/include/history"

local group, host, page, alias = unpack(ARGV, 1, 4)
local other = alias ~= NONE and redis.call('HGET', key('aliases', group), alias)
if not other then return { host, page } end
local otherHost, otherPage = string.match(other, '^(%S+) (%S+)$')
if otherPage == page then return { host, page } end
return { host, page, otherHost, otherPage }
