-- Leases the queue of a crawl to a worker that reads waiting addresses from the archive. ARGV: token, milliseconds. Answers by turns lists
-- and pointers to their next objects, without a pointer where slots are to be passed on first; nothing if another worker has the lease.
--- @include "crawl/include/crawl"
--- @include "crawl/include/form"
--- @include "crawl/include/long-lists"
--- @include "crawl/include/even-when-full"

local LISTS_AT_ONCE = 4

if statusNow() ~= 'running' then return {} end
local answer = {}
for _, list in ipairs(redis.call('SRANDMEMBER', key('low'), LISTS_AT_ONCE)) do
  answer[#answer + 1] = list
  answer[#answer + 1] = not (isOwed(list) and not isHeadEmpty(list)) and redis.call('LINDEX', key('moved:' .. list), 0) or ''
end
if #answer == 0 or not redis.call('SET', key('loader'), ARGV[1], 'NX', 'PX', ARGV[2]) then return {} end
return answer
