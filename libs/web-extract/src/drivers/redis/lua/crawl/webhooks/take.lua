-- Leases the messages of a crawl. ARGV: lease in milliseconds, its token, JSON list of busy owners, JSON list of the names of busy
-- receivers (`receiver owner`). Answers [id, first message not sent, owner, receiver, tries] or nil.
--- @include "crawl/include/crawl"
--- @include "crawl/include/webhook-queue"
--- @include "crawl/include/even-when-full"
--- @include "messages/include/busy"

local now = timeNow()
local busyOwners, busyReceivers = setOf(ARGV[3]), setOf(ARGV[4])

local passed = 0
while passed < MOST_PASSED_OVER do
  local ids = redis.call('ZRANGEBYSCORE', line, '-inf', now, 'LIMIT', passed, PART)
  if #ids == 0 then return false end
  for _, id in ipairs(ids) do
    local name = everywhere .. '{' .. id .. '}'
    local owner, receiver, tries = unpack(redis.call('HMGET', name, 'owner', 'webhookTo', 'webhookTries'))
    if owner and (busyOwners[owner] or busyReceivers[(receiver or '') .. ' ' .. owner]) then
      passed = passed + 1
    else
      local position, messages = messagesOf(name)
      if position < messages then
        redis.call('ZADD', line, now + ARGV[1], id)
        redis.call('HSET', name, 'webhookHolder', ARGV[2], 'webhookLease', ARGV[1])
        return {id, position, owner, receiver or '', tonumber(tries or 0)}
      end
      redis.call('ZREM', line, id)
    end
  end
end
postpone(line, now, '-inf', now)
return false
