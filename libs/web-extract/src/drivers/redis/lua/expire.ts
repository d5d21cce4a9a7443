import { CRAWL, EVEN_WHEN_FULL } from './crawl.js';
import { MEMORY_MS } from './create.js';

/** Queues of hosts deleted at once: others wait about a millisecond. */
const HOSTS_AT_ONCE = 500;

/** Deletes the queue of a crawl that is over, a part at a time. ARGV: id. Answers 1 when nothing of it is left. */
export const SWEEP = `
${CRAWL}${EVEN_WHEN_FULL}
if statusNow() == 'running' then return 1 end
local some = redis.call('ZRANGE', key('hosts'), 0, ${HOSTS_AT_ONCE - 1})
for _, host in ipairs(some) do
  redis.call('UNLINK', key('fresh:' .. host), key('back:' .. host))
  redis.call('ZREM', key('hosts'), host)
end
if #some == ${HOSTS_AT_ONCE} then return 0 end
for _, name in ipairs({'known', 'stored', 'variants', 'out', 'tries', 'waiting', 'browser', 'rendering', 'aliases', 'leases', 'holders'}) do
  redis.call('UNLINK', key(name))
end
redis.call('SREM', everywhere .. 'sweep', ARGV[1])
return 1
`;

/** Deletes a crawl whose results have expired; only that there was one stays. ARGV: id. Answers 1 when it was there. */
export const FORGET = `
${CRAWL}${EVEN_WHEN_FULL}
local id = ARGV[1]
local owner, expiresAt = unpack(redis.call('HMGET', crawl, 'owner', 'expiresAt'))
if redis.call('ZREM', everywhere .. 'due', id) == 0 or not expiresAt then return 0 end
redis.call('ZREM', everywhere .. 'owner:' .. owner, id)
redis.call('ZREM', everywhere .. 'webhooks', id)
for _, name in ipairs({'pages', 'sizes', 'records', 'failures', 'blocked'}) do redis.call('UNLINK', key(name)) end
redis.call('UNLINK', crawl)
redis.call('ZADD', everywhere .. 'expired', expiresAt + ${MEMORY_MS}, id)
return 1
`;
