-- `turn` says how long a caller has to wait for one of the free places: not at all when it is his turn. Each owner has one turn
-- a round, whichever of its callers takes it.

local ROUND = 2 ^ 20 -- more than can wait within a round: their numbers in it are the lower digits of a place in the line
local PATIENCE_MS = 250 -- how long the turn of one who waits is kept beyond the time he was told to ask again
local LATEST_MS = 500 -- the longest such time
local LATER_MS = 2 -- those further behind ask a little later each

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
  local place = round * ROUND + redis.call('HINCRBY', KEYS[5], 'count', 1) % ROUND
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
    local round = math.max(math.floor(place / ROUND), tonumber(redis.call('HGET', KEYS[5], 'round') or 0))
    redis.call('HSET', KEYS[5], 'round', round)
    redis.call('PEXPIRE', KEYS[5], LATEST_MS + PATIENCE_MS)
    return 0
  end
  local wait = math.min(askAgain + LATER_MS * ahead, LATEST_MS)
  redis.call('HSET', KEYS[4], caller, now + wait + PATIENCE_MS)
  for n = 3, 5 do redis.call('PEXPIRE', KEYS[n], LATEST_MS + PATIENCE_MS) end
  return wait
end

local function holdsNone(owner)
  for _, place in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    if string.sub(place, 1, #owner + 1) == owner .. ' ' then return false end
  end
  return true
end
