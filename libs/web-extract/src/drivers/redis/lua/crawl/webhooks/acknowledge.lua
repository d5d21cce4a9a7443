-- Remembers how far messages were sent. ARGV: id, token, first message not sent, '1' when the lease ends, how often that message
-- has failed, and in how many milliseconds it may be tried again.
--- @include "crawl/include/crawl"
--- @include "crawl/include/webhook-queue"
--- @include "crawl/include/even-when-full"

local id, token, sent, isReleased, tries, waitMs = unpack(ARGV)
local holder, leaseMs = unpack(redis.call('HMGET', crawl, 'webhookHolder', 'webhookLease'))
if holder ~= token then return 0 end
local position, messages = messagesOf(crawl)
position = math.max(position, tonumber(sent))
redis.call('HSET', crawl, 'webhook', position, 'webhookTries', tries)
if isReleased ~= '1' then
  redis.call('ZADD', line, timeNow() + leaseMs, id)
  return 1
end
redis.call('HDEL', crawl, 'webhookHolder')
if position < messages then redis.call('ZADD', line, timeNow() + waitMs, id) else redis.call('ZREM', line, id) end
return 1
