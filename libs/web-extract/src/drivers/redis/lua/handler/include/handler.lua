-- Keys of handlers. KEYS[1] is their prefix.
--
-- all: kinds by name; cursors:<handler>: cursors as JSON by source; leases:<handler>: '<end in milliseconds> <holder>' by source;
-- busy:<handler>: holders that call the handler, by source; interrupted:<handler>: processes that ended during a call, by source;
-- failures:<handler>: failures as JSON by number; failed:<handler>: number of the newest failure.
local prefix = KEYS[1]

local function key(kind, of) return prefix .. kind .. (of and ':' .. of or '') end

local function timeNow()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- The last holder of a lease and whether it has ended; or nothing.
local function holderOf(name, source)
  local lease = redis.call('HGET', key('leases', name), source)
  if not lease then return nil end
  local ends, holder = string.match(lease, '^(%d+) (.*)$')
  return holder, tonumber(ends) <= timeNow()
end
