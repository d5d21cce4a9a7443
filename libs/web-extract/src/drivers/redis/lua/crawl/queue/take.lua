-- Leases the next address. ARGV: lease in milliseconds, its token, '1' when the worker may have a browser, busy hosts.
-- Answers ['task', time now, place, attempts, whether its page came by another address, is low], ['wait', time now, time to look again
-- or nil, whether addresses wait for a browser, is low], ['drained'] or ['over', status], without a status when the crawl is not there.
-- Is low: addresses are to be read from the archive.
--- @include "crawl/include/crawl"
--- @include "crawl/include/frontier"
--- @include "crawl/include/lease"
--- @include "crawl/include/browser"

local LOW_AGAIN_MS = 1000 -- when to look for addresses of the archive
local LEFT_LOOKED_AT = 100 -- addresses left to a browser that are looked through for one whose host is not busy

local now = timeNow()
local leaseMs, token, hasBrowser = unpack(ARGV, 1, 3)
local FIRST_BUSY = 4

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

local function areLeft() return redis.call('ZCARD', key('browser')) > 0 end

-- Whether the worker may take what was left to those that have a browser.
local function mayTakeLeft() return hasBrowser == '1' or now >= waitsForBrowserUntil(leaseMs) end

-- When something may be taken again of its own accord.
local function wakesAt(isFull)
  local times = {firstTimeIn('leases')}
  if not isFull then
    times[#times + 1] = firstTimeIn('waiting')
    if areLeft() then times[#times + 1] = waitsForBrowserUntil(leaseMs) end
    if isAnyLow() then times[#times + 1] = now + LOW_AGAIN_MS end
  end
  return #times > 0 and math.min(unpack(times))
end

local function isEmpty()
  if isLong and redis.call('EXISTS', key('owed')) == 1 then return false end
  return redis.call('ZCARD', key('hosts')) == 0 and redis.call('ZCARD', key('waiting')) == 0 and not areLeft()
end

local function nothingToTake(isFull, leased)
  if leased == 0 and (isFull or isEmpty()) then return {'drained'} end
  return {'wait', now, wakesAt(isFull), areLeft() and not mayTakeLeft() and 1 or 0, isAnyLow() and 1 or 0}
end

-- Of what was left to a browser the first that is not of a busy host, and where it belongs.
local function takeLeft(busy)
  if not areLeft() or not mayTakeLeft() then return end
  for _, sequence in ipairs(redis.call('ZRANGE', key('browser'), 0, LEFT_LOOKED_AT - 1)) do
    local place = redis.call('HGET', key('out'), sequence)
    if not busy[string.match(place, '^[^ ]*')] then
      redis.call('ZREM', key('browser'), sequence)
      return sequence, place
    end
  end
end

local function takeFresh(busy)
  local host = firstHostBut(busy, #ARGV - FIRST_BUSY + 1)
  if host then return pop(host) end
end

local status = statusNow()
if status ~= 'running' then return {'over', status} end
endOldLeases()
wakeUp()
local leased = redis.call('ZCARD', key('leases'))
local isFull = count('page') + leased >= count('limit')
local busy = {}
for i = FIRST_BUSY, #ARGV do busy[ARGV[i]] = true end
local sequence, place
if not isFull then
  sequence, place = takeLeft(busy)
  if not sequence then sequence, place = takeFresh(busy) end
end
if not sequence then return nothingToTake(isFull, leased) end
redis.call('ZADD', key('leases'), now + leaseMs, sequence)
redis.call('HSET', key('holders'), sequence, token)
local attempts = redis.call('HGET', key('tries'), sequence) or 0
return {'task', now, place, tonumber(attempts), redis.call('SISMEMBER', key('aliases'), sequence), isAnyLow() and 1 or 0}
