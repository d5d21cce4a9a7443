-- The newest entry of a page. ARGV: feed, group, host, page, alias.
--- @include "history/include/history"

local _, page = placeOf(ARGV[2], ARGV[3], ARGV[4], ARGV[5])
return redis.call('HGET', key('feed-pages', ARGV[1]), page)
