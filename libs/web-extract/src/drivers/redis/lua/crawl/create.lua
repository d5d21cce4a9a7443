-- Creates a crawl. ARGV: id, owner, request, created at, limit, hash of the idempotency key or nothing, receiver of webhooks
-- or nothing, most
-- running and most kept crawls of the owner or nothing, order of hosts or nothing, most pages of a host or nothing, '1' when slots
-- are admitted in order of discovery, '1' for an extract job, salt of the known keys, seeds. Answers 'created', 'key-used',
-- 'too-many-running' or 'too-many-kept'.
--- @include "crawl/include/crawl"

local MEMORY_MS = 24 * 3600 * 1000 -- how long an idempotency key, and that a crawl has expired, are remembered

local id, owner, request, createdAt, limit, idempotency, receiver, mostRunning, mostKept = unpack(ARGV, 1, 9)
local hostOrder, hostMost, admitted, isExtract, saltOfKeys = unpack(ARGV, 10, 14)
local now = timeNow()
if redis.call('EXISTS', crawl) == 1 then return 'created' end -- sent again because the answer was lost
local usedUntil = redis.call('ZSCORE', everywhere .. 'used', idempotency)
if usedUntil and tonumber(usedUntil) > now then return 'key-used' end

-- Nothing but the lists that are there already is counted, so that no second count can differ from them. Few crawls are counted
-- by how many there are; only of many it is asked which ones.
local function tooMany()
  local own = everywhere .. 'owner:' .. owner
  local all = redis.call('ZCARD', own)
  if mostRunning == '' or all < math.min(tonumber(mostRunning), tonumber(mostKept)) then return end
  if #redis.call('ZINTER', 2, own, everywhere .. 'running') >= tonumber(mostRunning) then return 'too-many-running' end
  local kept = 0
  if all < tonumber(mostKept) then return end
  local ended = redis.call('ZINTER', 2, own, everywhere .. 'due', 'WEIGHTS', 0, 1, 'WITHSCORES')
  for i = 2, #ended, 2 do
    if tonumber(ended[i]) > now then kept = kept + 1 end
  end
  if kept >= tonumber(mostKept) then return 'too-many-kept' end
end
local problem = tooMany()
if problem then return problem end

-- Written first: a full Redis refuses this before anything is there.
redis.call('HSET', crawl, 'status', 'running', 'owner', owner, 'request', request, 'createdAt', createdAt, 'limit', limit, 'salt', saltOfKeys)
if hostOrder ~= '' then redis.call('HSET', crawl, 'order', hostOrder) end
if hostMost ~= '' then redis.call('HSET', crawl, 'perHost', hostMost) end
if admitted ~= '' then redis.call('HSET', crawl, 'admit', admitted, 'open', limit) end
if idempotency ~= '' then redis.call('ZADD', everywhere .. 'used', now + MEMORY_MS, idempotency) end
redis.call('ZADD', everywhere .. 'running', createdAt, id)
redis.call('ZADD', everywhere .. 'owner:' .. owner, createdAt, id)
if not string.find(request, '"zeroDataRetention":true', 1, true) then redis.call('SADD', everywhere .. 'unsealed', id) end
--- @include "crawl/include/addresses"
addUrls(15)
if receiver ~= '' then
  redis.call('HSET', crawl, 'webhook', 0, 'webhookTo', receiver)
  if isExtract ~= '' then redis.call('HSET', crawl, 'webhookExtract', 1) end
  redis.call('ZADD', everywhere .. 'webhooks', now, id)
end
return 'created'
