-- Reserves a ledger. ARGV: feed, sink, holder, time, duration in milliseconds, most ledgers, name of the sink.
-- Answers 'full', nothing while another holder has it, or its state as JSON.
--- @include "history/include/history"

local feed, sink, holder, now, leaseMs, most, sinkName = unpack(ARGV, 1, 7)
local name = key('feed-sinks', feed)
local row = redis.call('HGET', name, sink)
if not row and redis.call('HLEN', name) >= tonumber(most) then return 'full' end
local state = row and cjson.decode(row) or { signature = '', job = '', holder = '', leasedUntil = 0 }
if state.holder ~= '' and state.holder ~= holder and state.leasedUntil > tonumber(now) then return false end
state.name, state.holder, state.leasedUntil = sinkName, holder, tonumber(now) + tonumber(leaseMs)
local answer = cjson.encode(state)
redis.call('HSET', name, sink, answer)
return answer
