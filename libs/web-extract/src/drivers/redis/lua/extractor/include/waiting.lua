-- Extractors of all owners with webhook messages to send, named '<id> <owner>'. KEYS[1] is the prefix of the keys.
--
-- due: times of the next attempts in milliseconds since the epoch; receivers: hosts of their webhook URLs;
-- last: those without messages.
local prefix = KEYS[1]

local function key(kind) return prefix .. kind end

local function removeMark(name)
  redis.call('ZREM', key('due'), name)
  redis.call('HDEL', key('receivers'), name)
  redis.call('SREM', key('last'), name)
end

local function timeNow()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
