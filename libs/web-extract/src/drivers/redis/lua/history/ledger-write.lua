-- Writes the row of a page. ARGV: owner, feed, sink, holder ('': any), page, row as JSON ('' removes it).
-- Answers 0 if the holder has lost the reservation.
--- @include "history/include/history"

local owner, feed, sink, holder, page, row = unpack(ARGV, 1, 6)
if holder ~= '' then
  local state = redis.call('HGET', key('feed-sinks', feed), sink)
  if not state or cjson.decode(state).holder ~= holder then return 0 end
end
local name = key('feed-ledger', feed .. ' ' .. sink)
local before = redis.call('HSTRLEN', name, page)
if row == '' then redis.call('HDEL', name, page) else redis.call('HSET', name, page, row) end
addBytes(owner, #row - before)
return 1
