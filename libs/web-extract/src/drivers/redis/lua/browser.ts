import { CRAWL, EVEN_WHEN_FULL } from './crawl.js';
import { LEASE } from './lease.js';

/** A worker that has a browser says so. ARGV: for how long that counts in milliseconds. */
export const ANNOUNCE_BROWSER = `
${CRAWL}${EVEN_WHEN_FULL}
redis.call('SET', everywhere .. 'browserSeen', timeNow(), 'PX', ARGV[1])
`;

/** `browserWanted` of a crawl is when a worker without a browser first had a page that needs one. */
export const BROWSER = `
-- Until when pages are left to a worker that has a browser.
local function waitsForBrowserUntil(patienceMs)
  local seen = tonumber(redis.call('GET', everywhere .. 'browserSeen') or 0)
  return math.max(seen, count('browserWanted')) + patienceMs
end
`;

/** Asks for a browser. ARGV: sequence, token, '1' when the worker has one, most pages, patience in milliseconds. Answers a BrowserGrant. */
export const ASK_FOR_BROWSER = `
${CRAWL}${LEASE}${BROWSER}${EVEN_WHEN_FULL}
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
`;
