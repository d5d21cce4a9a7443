/**
 * Scripts of the host gate. KEYS[1] is the state of a host: `start` of the page that started last, `paced` when the delay of
 * whoever keeps the longest is over, `closed` until when the host wants to be left alone, and the place of the one that keeps a
 * delay now (`pacer`). KEYS[2] holds the places taken, each with the time its lease ends; their names begin with the owner's.
 * KEYS[3] holds who was refused and waits, in order, KEYS[4] by when each asks again or is forgotten. KEYS[5] holds the round
 * that is being served (`round`), how many were refused (`count`), and the last round in which each owner has a turn. All times are milliseconds by the clock of Redis. What is past
 * is forgotten by expiry.
 */
const CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

const LIVE = `
local function outlive(key, untilMs)
  local left = math.ceil(untilMs - now) + 1000
  if left > redis.call('PTTL', key) then redis.call('PEXPIRE', key, left) end
end
`;

/** How long the turn of one who waits is kept beyond the time he was told to ask again, and the longest such time. */
const PATIENCE_MS = 250;
const LATEST_MS = 500;
/** Those further behind ask a little later each. */
const LATER_MS = 2;

/** More than can wait within a round: their numbers in it are the lower digits of a place in the line. */
const ROUND = 2 ** 20;

/**
 * `turn` says how long a caller has to wait for one of the free places: not at all when it is his turn. Each owner has one turn
 * a round, whichever of its callers takes it.
 */
const TURNS = `
local function forget(caller)
  redis.call('ZREM', KEYS[3], caller)
  redis.call('HDEL', KEYS[4], caller)
end

local function forgetTheGone(most)
  repeat
    local wereGone = false
    for _, caller in ipairs(redis.call('ZRANGE', KEYS[3], 0, most - 1)) do
      if tonumber(redis.call('HGET', KEYS[4], caller) or 0) < now then
        forget(caller)
        wereGone = true
      end
    end
  until not wereGone
end

-- The caller's place in the line. Counted, not timed: several come in one millisecond.
local function join(caller, owner)
  local known = redis.call('ZSCORE', KEYS[3], caller)
  if known then return tonumber(known) end
  local rounds = redis.call('HMGET', KEYS[5], 'round', 'of ' .. owner)
  local round = math.max(tonumber(rounds[1] or 0), tonumber(rounds[2] or -1) + 1)
  local place = round * ${ROUND} + redis.call('HINCRBY', KEYS[5], 'count', 1) % ${ROUND}
  redis.call('HSET', KEYS[5], 'of ' .. owner, round)
  redis.call('ZADD', KEYS[3], place, caller)
  return place
end

local function turn(caller, owner, free, most, askAgain)
  if free > 0 and redis.call('EXISTS', KEYS[3]) == 0 then return 0 end
  forgetTheGone(most)
  local place = join(caller, owner)
  local ahead = redis.call('ZRANK', KEYS[3], caller)
  if ahead < free then
    forget(caller)
    local round = math.max(math.floor(place / ${ROUND}), tonumber(redis.call('HGET', KEYS[5], 'round') or 0))
    redis.call('HSET', KEYS[5], 'round', round)
    redis.call('PEXPIRE', KEYS[5], ${LATEST_MS + PATIENCE_MS})
    return 0
  end
  local wait = math.min(askAgain + ${LATER_MS} * ahead, ${LATEST_MS})
  redis.call('HSET', KEYS[4], caller, now + wait + ${PATIENCE_MS})
  for n = 3, 5 do redis.call('PEXPIRE', KEYS[n], ${LATEST_MS + PATIENCE_MS}) end
  return wait
end

local function holdsNone(owner)
  for _, place in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    if string.sub(place, 1, #owner + 1) == owner .. ' ' then return false end
  end
  return true
end
`;

/**
 * Takes a place. ARGV: place, delay, places at once, lease, time until a full host is asked again, caller, owner. Returns 0, or in how
 * many milliseconds to ask again. A late start is not made up for: on its way to the site a request may be late, too.
 */
export const ENTER_HOST = `${CLOCK}${LIVE}${TURNS}
local place, delay, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local lease, askAgain = tonumber(ARGV[4]), tonumber(ARGV[5])
local state = redis.call('HMGET', KEYS[1], 'start', 'paced', 'closed', 'pacer')
local start, paced, closed = tonumber(state[1] or 0), tonumber(state[2] or 0), tonumber(state[3] or 0)

local opensAt = math.max(closed, math.min(paced, start + delay))
if opensAt > now then return math.ceil(opensAt - now) end

redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local isPaced = delay > 0 and state[4] and redis.call('ZSCORE', KEYS[2], state[4])
local free = isPaced and 0 or most - redis.call('ZCARD', KEYS[2])
if delay == 0 and free == 0 and holdsNone(ARGV[7]) then free = math.huge end
local wait = turn(ARGV[6], ARGV[7], free, most, askAgain)
if wait > 0 then return wait end

paced = math.max(paced, now + delay)
redis.call('HSET', KEYS[1], 'start', now, 'paced', paced)
if delay > 0 then redis.call('HSET', KEYS[1], 'pacer', place) end
redis.call('ZADD', KEYS[2], now + lease, place)
outlive(KEYS[1], math.max(paced, now + lease))
outlive(KEYS[2], now + lease)
return 0
`;

/** Gives a place back. ARGV: place, for how long the host wants to be left alone. */
export const LEAVE_HOST = `${CLOCK}${LIVE}
local untilMs = now + tonumber(ARGV[2])
redis.call('ZREM', KEYS[2], ARGV[1])
if untilMs > now and untilMs > tonumber(redis.call('HGET', KEYS[1], 'closed') or 0) then
  redis.call('HSET', KEYS[1], 'closed', untilMs)
  outlive(KEYS[1], untilMs)
end
return 0
`;

/** Makes leases last from now. ARGV: lease, places. One that has ended is taken again: its page is still under way. */
export const KEEP_PLACES = `${CLOCK}${LIVE}
local untilMs = now + tonumber(ARGV[1])
for n = 2, #ARGV do redis.call('ZADD', KEYS[2], untilMs, ARGV[n]) end
outlive(KEYS[1], untilMs)
outlive(KEYS[2], untilMs)
return 0
`;
