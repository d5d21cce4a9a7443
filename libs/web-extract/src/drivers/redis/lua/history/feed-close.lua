-- Ends a feed. ARGV: owner, feed, 'forget' or 'expire'. 'forget' lets it begin with other options, 'expire' removes it if it is empty.
--- @include "history/include/history"
--- @include "history/include/feed"

local owner, feed = ARGV[1], ARGV[2]
if redis.call('EXISTS', key('feed', feed)) == 0 then return 0 end
if ARGV[3] == 'forget' then
  redis.call('UNLINK', key('feed-moves', feed), key('feed-sinks', feed))
  redis.call('HSET', key('feed', feed), 'variant', '', 'tokens', '')
  return 1
end
local isEmpty = feedCount(feed, 'live') == 0 and feedCount(feed, 'deletes') == 0 and feedCount(feed, 'expired') > 0
if not isEmpty or redis.call('EXISTS', key('feed-sinks', feed)) == 1 then return 0 end
redis.call('UNLINK', key('feed', feed), key('feed-pages', feed), key('feed-entries', feed), key('feed-order', feed))
redis.call('HDEL', key('feeds', owner), feed)
return 1
