-- Leases a crawl to a sealer. ARGV: token, milliseconds, rows that are sealed as far as the sealer knows. Answers 1 when it is leased.
--- @include "crawl/include/crawl"
--- @include "crawl/include/segments"
--- @include "crawl/include/even-when-full"

if not statusNow() then return 0 end
local sealed = sealedOf('pages') + sealedOf('records') + sealedOf('failures') + sealedOf('blocked')
if sealed ~= tonumber(ARGV[3]) then return 0 end
if not redis.call('SET', key('sealer'), ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
redis.call('HSET', crawl, 'archived', 1) -- its objects are to be removed with it
return 1
