-- Gives a task back. ARGV: sequence, token, time before which it is not taken, '1' when it was tried. Answers 0 when the lease is lost.
--- @include "crawl/include/crawl"
--- @include "crawl/include/frontier"
--- @include "crawl/include/lease"
--- @include "crawl/include/even-when-full"

local sequence, token, notBefore, isRetry = unpack(ARGV)
if not isHeld(sequence, token) then return 0 end
endLease(sequence)
if isRetry == '1' then redis.call('HINCRBY', key('tries'), sequence, 1) end
if tonumber(notBefore) > timeNow() then
  redis.call('ZADD', key('waiting'), notBefore, sequence)
else
  putBack(sequence)
end
return 1
