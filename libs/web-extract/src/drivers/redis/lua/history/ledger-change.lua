-- Changes the state of a ledger. ARGV: feed, sink, holder, then 'leave' to end the reservation, or fields and values.
-- Answers 0 if the holder has lost the reservation.
--- @include "history/include/history"

local name = key('feed-sinks', ARGV[1])
local row = redis.call('HGET', name, ARGV[2])
local state = row and cjson.decode(row)
if not state or state.holder ~= ARGV[3] then return 0 end
if ARGV[4] == 'leave' then state.holder, state.leasedUntil = '', 0
else for i = 4, #ARGV, 2 do state[ARGV[i]] = ARGV[i + 1] end end
redis.call('HSET', name, ARGV[2], cjson.encode(state))
return 1
