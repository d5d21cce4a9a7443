import { CRAWL, EVEN_WHEN_FULL } from './crawl.js';

/**
 * The line of crawls with messages to send: a sorted set by the time from which they may be taken, so the one that waits longest
 * is first and one whose messages are being sent comes again when that lease has run out.
 */
export const WEBHOOK_LINE = `
local line = everywhere .. 'webhooks'

-- A crawl has something new to tell. One that is in the line stays where it is.
local function toldSoon(id)
  if redis.call('HEXISTS', crawl, 'webhook') == 1 then redis.call('ZADD', line, 'NX', timeNow(), id) end
end

-- The first message not sent, and how many there are; nothing when the crawl is gone.
local function messagesOf(crawl)
  local status, pages, position, expiresAt = unpack(redis.call('HMGET', crawl, 'status', 'page', 'webhook', 'expiresAt'))
  if not position or (expiresAt and tonumber(expiresAt) <= timeNow()) then return 0, 0 end
  return tonumber(position), 1 + tonumber(pages or 0) + (status == 'running' and 0 or 1)
end
`;

/** Leases the messages of a crawl. ARGV: lease in milliseconds, its token. Answers [id, first message not sent] or nil. */
export const TAKE_WEBHOOK = `
${CRAWL}${WEBHOOK_LINE}${EVEN_WHEN_FULL}
local now = timeNow()
for _ = 1, 1000 do
  local id = redis.call('ZRANGEBYSCORE', line, '-inf', now, 'LIMIT', 0, 1)[1]
  if not id then return false end
  local name = everywhere .. '{' .. id .. '}'
  local position, messages = messagesOf(name)
  if position < messages then
    redis.call('ZADD', line, now + ARGV[1], id)
    redis.call('HSET', name, 'webhookHolder', ARGV[2], 'webhookLease', ARGV[1])
    return {id, position}
  end
  redis.call('ZREM', line, id)
end
return false
`;

/** Remembers how far messages were sent. ARGV: id, token, first message not sent, '1' when the lease ends. */
export const ADVANCE_WEBHOOK = `
${CRAWL}${WEBHOOK_LINE}${EVEN_WHEN_FULL}
local id, token, sent, isReleased = unpack(ARGV)
local holder, leaseMs = unpack(redis.call('HMGET', crawl, 'webhookHolder', 'webhookLease'))
if holder ~= token then return 0 end
local position, messages = messagesOf(crawl)
position = math.max(position, tonumber(sent))
redis.call('HSET', crawl, 'webhook', position)
if isReleased ~= '1' then
  redis.call('ZADD', line, timeNow() + leaseMs, id)
  return 1
end
redis.call('HDEL', crawl, 'webhookHolder')
if position < messages then redis.call('ZADD', line, timeNow(), id) else redis.call('ZREM', line, id) end
return 1
`;
