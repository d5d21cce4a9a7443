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

local function addPages(since, pages)
  if since > 0 and pages ~= 0 and tonumber(redis.call('HGET', day, 'since') or 0) == since then
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
