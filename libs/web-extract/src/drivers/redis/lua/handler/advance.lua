-- Moves a cursor. ARGV: handler, source, holder, cursor as JSON, failure as JSON or nothing, most failures. Answers 0 if the lease was lost.
--- @include "handler/include/handler"

local name, source, holder, cursor, failure, most = unpack(ARGV)
if holderOf(name, source) ~= holder or redis.call('HEXISTS', key('cursors', name), source) == 0 then return 0 end
redis.call('HSET', key('cursors', name), source, cursor)
redis.call('HDEL', key('interrupted', name), source)
if failure ~= '' then
  local n = redis.call('INCR', key('failed', name))
  redis.call('HSET', key('failures', name), n, failure)
  redis.call('HDEL', key('failures', name), n - tonumber(most))
end
return 1
