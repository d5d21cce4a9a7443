-- Ends the lease of a worker that reads or moves waiting addresses. ARGV: 'loader' or 'mover', token.
--- @include "crawl/include/crawl"
--- @include "crawl/include/even-when-full"

if redis.call('GET', key(ARGV[1])) == ARGV[2] then redis.call('DEL', key(ARGV[1])) end
