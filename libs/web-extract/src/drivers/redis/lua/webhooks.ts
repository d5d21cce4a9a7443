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

/** Crawls of busy owners and receivers that are passed over in one look; their messages are due for long then. */
const MOST_PASSED_OVER = 5_000;

/**
 * Leases the messages of a crawl. ARGV: lease in milliseconds, its token, JSON list of busy owners, JSON list of the names of busy
 * receivers (`receiver owner`). Answers [id, first message not sent, owner, receiver, tries] or nil.
 */
export const TAKE_WEBHOOK = `
${CRAWL}${WEBHOOK_LINE}${EVEN_WHEN_FULL}
local now = timeNow()
local function setOf(list)
  local set = {}
  for _, name in ipairs(cjson.decode(list)) do set[name] = true end
  return set
end
local busyOwners, busyReceivers = setOf(ARGV[3]), setOf(ARGV[4])

local passed = 0
while passed < ${MOST_PASSED_OVER} do
  local ids = redis.call('ZRANGEBYSCORE', line, '-inf', now, 'LIMIT', passed, 100)
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
return false
`;

/**
 * Remembers how far messages were sent. ARGV: id, token, first message not sent, '1' when the lease ends, how often that message
 * was tried in vain, and in how many milliseconds it may be tried again.
 */
export const ADVANCE_WEBHOOK = `
${CRAWL}${WEBHOOK_LINE}${EVEN_WHEN_FULL}
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
`;
