-- Notes that a handler is called. ARGV: handler, source, holder. Answers 0 if the lease was lost.
--- @include "handler/include/handler"

local name, source, holder = unpack(ARGV)
if holderOf(name, source) ~= holder or redis.call('HEXISTS', key('cursors', name), source) == 0 then return 0 end
redis.call('HSET', key('busy', name), source, holder)
return 1
