-- Deletes a crawl whose results have expired; only that there was one stays. ARGV: id. Answers 1 when it was there.
--- @include "crawl/include/crawl"
--- @include "crawl/include/results"
--- @include "crawl/include/even-when-full"

local MEMORY_MS = 24 * 3600 * 1000 -- how long an idempotency key, and that a crawl has expired, are remembered

local id = ARGV[1]
local owner, expiresAt = unpack(redis.call('HMGET', crawl, 'owner', 'expiresAt'))
if redis.call('ZREM', everywhere .. 'due', id) == 0 or not expiresAt then return 0 end
redis.call('ZREM', everywhere .. 'owner:' .. owner, id)
redis.call('ZREM', everywhere .. 'webhooks', id)
for _, name in ipairs(RESULTS) do redis.call('UNLINK', key(name)) end
redis.call('SREM', everywhere .. 'unsealed', id)
if redis.call('HEXISTS', crawl, 'archived') == 1 then redis.call('ZADD', everywhere .. 'removals', timeNow(), id) end
redis.call('UNLINK', crawl, key('sealer'), key('unused'), key('mover'), key('loader'))
redis.call('ZADD', everywhere .. 'expired', expiresAt + MEMORY_MS, id)
return 1
