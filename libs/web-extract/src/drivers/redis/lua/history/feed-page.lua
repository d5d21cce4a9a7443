-- The newest entry of a page. ARGV: feed, group, site, page, similar, alias.
--- @include "history/include/history"

return redis.call('HGET', key('feed-pages', ARGV[1]), placeOf(unpack(ARGV, 2, 6)).page)
