-- Due entries that a script passes over at most because their owners or receivers are busy.
local MOST_PASSED_OVER = 5000
-- The first of so many passed-over entries are due again after this pause: later looks reach what is behind them.
local MOST_POSTPONED, POSTPONED_MS = 1000, 1000
-- A time further ahead was stored before the clock was set back.
local LONGEST_WAIT_MS = 3600000
local PART = 100

-- The names of a JSON list as keys.
local function setOf(list)
  local set = {}
  for _, name in ipairs(cjson.decode(list)) do set[name] = true end
  return set
end

local function postpone(names, now, from, to)
  local entries = {}
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', names, from, to, 'LIMIT', 0, MOST_POSTPONED)) do
    entries[#entries + 1] = now + POSTPONED_MS
    entries[#entries + 1] = name
  end
  redis.call('ZADD', names, unpack(entries))
end

-- Passes over busy entries of a sorted set of times. firstFree: answers for a list of names what the script answers, or nothing.
local function firstDue(names, now, firstFree)
  local ahead = string.format('(%.0f', now + LONGEST_WAIT_MS)
  for _, range in ipairs({ { '-inf', now }, { ahead, '+inf' } }) do
    local passed = 0
    while passed < MOST_PASSED_OVER do
      local part = redis.call('ZRANGEBYSCORE', names, range[1], range[2], 'LIMIT', passed, PART)
      local found = #part > 0 and firstFree(part)
      if found then return found end
      passed = passed + #part
      if #part < PART then break end
    end
    if passed >= MOST_PASSED_OVER then postpone(names, now, range[1], range[2]) end
  end
  return false
end
