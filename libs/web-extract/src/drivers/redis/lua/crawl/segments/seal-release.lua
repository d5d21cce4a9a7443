-- Ends the lease of a sealer. ARGV: token.
--- @include "crawl/include/crawl"
--- @include "crawl/include/even-when-full"

if redis.call('GET', key('sealer')) == ARGV[1] then redis.call('DEL', key('sealer')) end
