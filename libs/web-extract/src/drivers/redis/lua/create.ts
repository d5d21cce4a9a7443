import { ADDRESSES } from './add-urls.js';
import { CRAWL } from './crawl.js';

/** How long an idempotency key, and that a crawl has expired, are remembered. */
export const MEMORY_MS = 24 * 3_600_000;

/**
 * Creates a crawl. ARGV: id, owner, request, created at, limit, hash of the idempotency key or nothing, '1' with a webhook, seeds.
 * Answers 0 when the idempotency key was used before.
 */
export const CREATE = `
${CRAWL}${ADDRESSES}
local id, owner, request, createdAt, limit, idempotency, hasWebhook = unpack(ARGV, 1, 7)
local now = timeNow()
if redis.call('EXISTS', crawl) == 1 then return 1 end -- sent again because the answer was lost
local usedUntil = redis.call('ZSCORE', everywhere .. 'used', idempotency)
if usedUntil and tonumber(usedUntil) > now then return 0 end

-- Written first: a full Redis refuses this before anything is there.
redis.call('HSET', crawl, 'status', 'running', 'owner', owner, 'request', request, 'createdAt', createdAt, 'limit', limit)
if idempotency ~= '' then redis.call('ZADD', everywhere .. 'used', now + ${MEMORY_MS}, idempotency) end
redis.call('ZADD', everywhere .. 'running', createdAt, id)
redis.call('ZADD', everywhere .. 'owner:' .. owner, createdAt, id)
addUrls(8)
if hasWebhook == '1' then
  redis.call('HSET', crawl, 'webhook', 0)
  redis.call('ZADD', everywhere .. 'webhooks', now, id)
end
return 1
`;
