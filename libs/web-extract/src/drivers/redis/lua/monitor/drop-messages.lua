-- Drops the oldest messages of the owner with the most bytes. ARGV: bytes. Answers the dropped messages.
--- @include "monitor/include/messages"

local list, dropped = droppedList()
dropAbove(tonumber(redis.call('GET', key('waitingTotal')) or 0) - tonumber(ARGV[1]), dropped)
return list
