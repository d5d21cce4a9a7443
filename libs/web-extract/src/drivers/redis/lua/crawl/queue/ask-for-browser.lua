-- Asks for a browser. ARGV: sequence, token, '1' when the worker has one, most pages, patience in milliseconds. Answers a BrowserPermit.
--- @include "crawl/include/crawl"
--- @include "crawl/include/lease"
--- @include "crawl/include/browser"
--- @include "crawl/include/even-when-full"

local sequence, token, hasBrowser, most, patienceMs = unpack(ARGV)
if not isHeld(sequence, token) then return 'nobody' end -- what becomes of the page counts no more
if redis.call('SISMEMBER', key('rendering'), sequence) == 1 then return 'granted' end
if count('rendered') + redis.call('SCARD', key('rendering')) >= tonumber(most) then return 'full' end
if hasBrowser == '1' then
  redis.call('SADD', key('rendering'), sequence)
  return 'granted'
end
local now = timeNow()
redis.call('HSETNX', crawl, 'browserWanted', now)
if now >= waitsForBrowserUntil(patienceMs) then return 'nobody' end
endLease(sequence)
redis.call('ZADD', key('browser'), sequence, sequence)
return 'left'
