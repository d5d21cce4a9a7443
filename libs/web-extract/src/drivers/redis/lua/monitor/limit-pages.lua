-- Deletes the pages of the oldest check of an owner who has too many bytes. ARGV: owner, most bytes. Answers 0 when there is nothing to delete.
--- @include "monitor/include/monitor"

local owner, most = ARGV[1], tonumber(ARGV[2])
if tonumber(redis.call('HGET', key('used'), owner) or 0) <= most then return 0 end
local oldest = redis.call('ZRANGE', key('order', owner), 0, 0)[1]
if not oldest then return 0 end
removePages(owner, oldest)
return 1
