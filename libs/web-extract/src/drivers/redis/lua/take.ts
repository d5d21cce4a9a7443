import { CRAWL } from './crawl.js';
import { FRONTIER } from './frontier.js';
import { LEASE } from './lease.js';

/**
 * Leases the next address. ARGV: lease in milliseconds, its token, busy hosts.
 * Answers ['task', time now, place, attempts, whether its page came by another address], ['wait', time now, time to look again
 * or nil], ['drained'] or ['over', status], without a status when the crawl is not there.
 */
export const TAKE = `
${CRAWL}${FRONTIER}${LEASE}
local now = timeNow()

-- What workers have held for too long comes back as tried once more.
local function endOldLeases()
  for _, sequence in ipairs(redis.call('ZRANGEBYSCORE', key('leases'), '-inf', now)) do
    endLease(sequence)
    redis.call('HINCRBY', key('tries'), sequence, 1)
    putBack(sequence)
  end
end

local function wakeUp()
  for _, sequence in ipairs(redis.call('ZRANGEBYSCORE', key('waiting'), '-inf', now)) do
    redis.call('ZREM', key('waiting'), sequence)
    putBack(sequence)
  end
end

local function firstTimeIn(name) return tonumber(redis.call('ZRANGE', key(name), 0, 0, 'WITHSCORES')[2]) end

-- When something may be taken again of its own accord.
local function wakesAt(isFull)
  local lease = firstTimeIn('leases')
  local rest = not isFull and firstTimeIn('waiting') or nil
  if lease and rest then return math.min(lease, rest) end
  return lease or rest
end

local function isEmpty()
  return redis.call('ZCARD', key('hosts')) == 0 and redis.call('ZCARD', key('waiting')) == 0
end

local function nothingToTake(isFull, leased)
  if leased == 0 and (isFull or isEmpty()) then return {'drained'} end
  return {'wait', now, wakesAt(isFull) or false}
end

local status = statusNow()
if status ~= 'running' then return {'over', status} end
endOldLeases()
wakeUp()
local leased = redis.call('ZCARD', key('leases'))
local isFull = count('page') + leased >= count('limit')
local busy = {}
for i = 3, #ARGV do busy[ARGV[i]] = true end
local host = not isFull and firstHostBut(busy, #ARGV - 2)
if not host then return nothingToTake(isFull, leased) end
local sequence, place = pop(host)
redis.call('ZADD', key('leases'), now + ARGV[1], sequence)
redis.call('HSET', key('holders'), sequence, ARGV[2])
local attempts = redis.call('HGET', key('tries'), sequence) or 0
return {'task', now, place, tonumber(attempts), redis.call('SISMEMBER', key('aliases'), sequence)}
`;
