-- Leases a check. ARGV: lease in milliseconds, its token, JSON list of busy owners. Answers [check, monitor, owner] or nil.
--- @include "monitor/include/monitor"

local MOST_PASSED_OVER = 5000

local leaseMs, lease = ARGV[1], ARGV[2]
local busy = {}
for _, owner in ipairs(cjson.decode(ARGV[3])) do busy[owner] = true end
local now = timeNow()
for from = 0, MOST_PASSED_OVER, 100 do
  local ids = redis.call('ZRANGEBYSCORE', key('open'), '-inf', now, 'LIMIT', from, 100)
  if #ids == 0 then return false end
  for _, id in ipairs(ids) do
    local row = cjson.decode(redis.call('HGET', key('tasks'), id))
    if not busy[row[2]] then
      redis.call('ZADD', key('open'), now + leaseMs, id)
      redis.call('HSET', key('tasks'), id, cjson.encode({ row[1], row[2], lease }))
      return { id, row[1], row[2] }
    end
  end
end
return false
