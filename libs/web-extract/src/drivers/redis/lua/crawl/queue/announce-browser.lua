-- A worker that has a browser says so. ARGV: for how long that counts in milliseconds.
--- @include "crawl/include/crawl"
--- @include "crawl/include/even-when-full"

redis.call('SET', everywhere .. 'browserSeen', timeNow(), 'PX', ARGV[1])
