-- Reads rows of a crawl. ARGV: which, first, last.
--- @include "crawl/include/crawl"
--- @include "crawl/include/readable"

if not isReadable(crawl) then return {} end
return redis.call('LRANGE', key(ARGV[1]), ARGV[2], ARGV[3])
