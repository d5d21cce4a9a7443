-- Has a completed crawl run again. ARGV: id, addresses. Answers 0 when it is not completed, or has expired.
--
-- What is left of its queue is not swept any more; keys that were known may be forgotten.
--- @include "crawl/include/crawl"
--- @include "crawl/include/addresses"
--- @include "crawl/include/results"

local id = ARGV[1]
local status, createdAt, expiresAt, position = unpack(redis.call('HMGET', crawl, 'status', 'createdAt', 'expiresAt', 'webhook'))
if status ~= 'completed' or tonumber(expiresAt) <= timeNow() then return 0 end
redis.call('HSET', crawl, 'status', 'running')
redis.call('HDEL', crawl, 'error', 'finishedAt', 'expiresAt')
redis.call('ZADD', everywhere .. 'running', createdAt, id)
redis.call('ZREM', everywhere .. 'due', id)
redis.call('SREM', everywhere .. 'sweep', id)
redis.call('SADD', everywhere .. 'unsealed', id)
for _, name in ipairs(RESULTS) do redis.call('PERSIST', key(name)) end
-- The message about its end has no place any more: there comes the next page.
if position then
  redis.call('HSET', crawl, 'webhook', math.min(tonumber(position), 1 + count('page')), 'webhookTries', 0)
  redis.call('HDEL', crawl, 'webhookHolder')
end
addUrls(2)
return 1
