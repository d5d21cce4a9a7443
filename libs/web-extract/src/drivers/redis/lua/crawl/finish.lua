-- Ends a running crawl. ARGV: id, status, error or nothing, how long the results last in milliseconds, channel, message, what was
-- gathered or nothing.
-- Answers 0 when it was not running.
--- @include "crawl/include/crawl"
--- @include "crawl/include/webhook-queue"
--- @include "crawl/include/results"
--- @include "crawl/include/even-when-full"

local id, status, problem, retentionMs, channel, message, gathered = unpack(ARGV)
if statusNow() ~= 'running' then return 0 end
local finishedAt = timeNow()
local expiresAt = finishedAt + retentionMs
redis.call('HSET', crawl, 'status', status, 'finishedAt', finishedAt, 'expiresAt', expiresAt)
if problem ~= '' then redis.call('HSET', crawl, 'error', problem) end
if gathered ~= '' then redis.call('HSET', crawl, 'gathered', gathered) end
redis.call('HINCRBY', crawl, 'abandoned', redis.call('ZCARD', key('leases')))
redis.call('UNLINK', key('leases'), key('holders'))
redis.call('ZREM', everywhere .. 'running', id)
redis.call('SADD', everywhere .. 'sweep', id)
redis.call('ZADD', everywhere .. 'due', expiresAt, id)
expireResults(expiresAt)
toldSoon(id)
redis.call('PUBLISH', channel, message)
return 1
