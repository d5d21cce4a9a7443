-- Changes the time at which the results of an ended crawl expire. ARGV: id, time in milliseconds. Answers 0 if it is running or has expired.
--- @include "crawl/include/crawl"
--- @include "crawl/include/results"
--- @include "crawl/include/even-when-full"

local id, expiresAt = ARGV[1], tonumber(ARGV[2])
local before = redis.call('HGET', crawl, 'expiresAt')
if not before or tonumber(before) <= timeNow() then return 0 end
redis.call('HSET', crawl, 'expiresAt', ARGV[2])
redis.call('ZADD', everywhere .. 'due', ARGV[2], id)
expireResults(expiresAt)
return 1
