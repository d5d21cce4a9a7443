-- What an owner may still have. `KEYS[1]` begins the keys of all owners, `ARGV[1]` is the owner, `ARGV[2]` for how many milliseconds
-- something may be set aside.

local owner = ARGV[1]
local granted, used = KEYS[1] .. 'credits-granted', KEYS[1] .. 'credits-used'
local day = KEYS[1] .. 'pages-of:' .. owner
-- what is set aside, each with its figures, by the time it was
local aside = KEYS[1] .. 'set-aside:' .. owner
local DAY_MS = 86400000
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- nil: nothing was ever given to the owner
local function creditsLeft()
  local given = redis.call('HGET', granted, owner)
  return given and given - (redis.call('HGET', used, owner) or 0)
end

-- the fields of the day, in the order of the arguments; `count` has the pages
local FIELDS = { 'count', 'bytes', 'browserMs', 'tokens' }

local function startOfDay()
  return tonumber(redis.call('HGET', day, 'since') or 0)
end

-- Gives when the day began, which it does now if there is none.
local function openDay()
  local since = startOfDay()
  if since > 0 then return since end
  redis.call('HSET', day, 'since', string.format('%.0f', now))
  redis.call('PEXPIRE', day, DAY_MS)
  return now
end

local function amountsOfDay()
  local amounts = redis.call('HMGET', day, unpack(FIELDS))
  for n = 1, #FIELDS do amounts[n] = tonumber(amounts[n] or 0) end
  return amounts
end

-- Gives when the day began, how many milliseconds it lasts, and its amounts.
local function usageOfDay()
  return { startOfDay(), redis.call('PTTL', day), unpack(amountsOfDay()) }
end

local function addPages(since, pages)
  if since > 0 and pages ~= 0 and startOfDay() == since then
    redis.call('HINCRBY', day, 'count', pages)
  end
end

-- Whoever set it aside never settled it: the process was killed.
local function giveBack(member)
  redis.call('ZREM', aside, member)
  local credits, pages, since = string.match(member, ' (%d+) (%d+) (%d+)$')
  if credits ~= '0' then redis.call('HINCRBY', used, owner, -credits) end
  addPages(tonumber(since), -pages)
end

for _, member in ipairs(redis.call('ZRANGEBYSCORE', aside, '-inf', now - ARGV[2], 'LIMIT', 0, 100)) do giveBack(member) end
