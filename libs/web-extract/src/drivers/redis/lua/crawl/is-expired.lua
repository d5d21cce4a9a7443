-- Whether a crawl was there and its results have expired. ARGV: id.
--- @include "crawl/include/crawl"
--- @include "crawl/include/readable"

if redis.call('EXISTS', crawl) == 1 then return isReadable(crawl) and 0 or 1 end
local rememberedUntil = redis.call('ZSCORE', everywhere .. 'expired', ARGV[1])
return rememberedUntil and tonumber(rememberedUntil) > timeNow() and 1 or 0
