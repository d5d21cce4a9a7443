-- Writes what a sink has of a page. ARGV: owner, feed, sink, page, row as JSON ('' removes it).
--- @include "history/include/history"

local owner, name, page, row = ARGV[1], key('feed-ledger', ARGV[2] .. ' ' .. ARGV[3]), ARGV[4], ARGV[5]
local before = redis.call('HSTRLEN', name, page)
if row == '' then redis.call('HDEL', name, page) else redis.call('HSET', name, page, row) end
addBytes(owner, #row - before)
return 1
