-- Deletes visits of a monitor, unless they have changed. ARGV: monitor, owner, then page keys with the JSON of their states. Answers their number.
--- @include "monitor/include/monitor"

local id, owner = unpack(ARGV, 1, 2)
local removed = 0
for at = 3, #ARGV, 2 do
  if redis.call('HGET', key('states', id), ARGV[at]) == ARGV[at + 1] then removed = removed + redis.call('HDEL', key('states', id), ARGV[at]) end
end
countStates(owner, -removed)
return removed
