-- Drops the messages of a crawl. ARGV: id. Answers how many were waiting.
--- @include "crawl/include/crawl"
--- @include "crawl/include/webhook-queue"
--- @include "crawl/include/even-when-full"

local position, messages = messagesOf(crawl)
redis.call('HDEL', crawl, 'webhook', 'webhookHolder')
redis.call('ZREM', line, ARGV[1])
return messages - position
