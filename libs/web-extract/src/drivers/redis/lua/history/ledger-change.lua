-- Changes the row of a ledger. ARGV: feed, sink, 'leave' or 'sign', holder or signature.
--- @include "history/include/history"

local name = key('feed-sinks', ARGV[1])
local row = redis.call('HGET', name, ARGV[2])
if not row then return 0 end
local state = cjson.decode(row)
if ARGV[3] == 'sign' then state.signature = ARGV[4]
elseif state.holder == ARGV[4] then state.holder, state.leasedUntil = '', 0 end
redis.call('HSET', name, ARGV[2], cjson.encode(state))
return 1
