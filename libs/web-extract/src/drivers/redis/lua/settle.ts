import { CRAWL, EVEN_WHEN_FULL } from './crawl.js';
import { FRONTIER } from './frontier.js';
import { LEASE } from './lease.js';

/** Makes leases last. ARGV: milliseconds from now, then sequence and token of each. Answers the numbers, from 0, of those that are lost. */
export const RENEW = `
${CRAWL}${LEASE}${EVEN_WHEN_FULL}
local endsAt = timeNow() + ARGV[1]
local lost = {}
for i = 2, #ARGV, 2 do
  if isHeld(ARGV[i], ARGV[i + 1]) then
    redis.call('ZADD', key('leases'), 'XX', endsAt, ARGV[i])
  else
    lost[#lost + 1] = i / 2 - 1
  end
end
return lost
`;

/** Gives a task back. ARGV: sequence, token, time before which it is not taken, '1' when it was tried. Answers 0 when the lease is lost. */
export const RELEASE = `
${CRAWL}${FRONTIER}${LEASE}${EVEN_WHEN_FULL}
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
`;
