-- The queue of a crawl: which host is next, which address of it, and how addresses come back.

-- Whatever was given back is older than what was never taken.
local function firstOf(host)
  local back = redis.call('ZRANGE', key('back:' .. host), 0, 0)[1]
  if back then return back end
  local row = redis.call('LINDEX', key('fresh:' .. host), 0)
  return row and string.match(row, '^%d+')
end

-- Puts a host where its first address belongs.
local function place(host)
  local first = firstOf(host)
  if first then
    redis.call('ZADD', key('hosts'), first, host)
  else
    redis.call('ZREM', key('hosts'), host)
  end
end

local function firstHostBut(busy, busyCount)
  for _, host in ipairs(redis.call('ZRANGE', key('hosts'), 0, busyCount)) do
    if not busy[host] then return host end
  end
end

-- Takes the first address out of a host's queue. Returns its sequence and where it belongs.
local function pop(host)
  local sequence = redis.call('ZPOPMIN', key('back:' .. host))[1]
  if not sequence then
    local row = redis.call('LPOP', key('fresh:' .. host))
    sequence = string.match(row, '^%d+')
    redis.call('HSET', key('out'), sequence, host .. ' ' .. row)
  end
  place(host)
  return sequence, redis.call('HGET', key('out'), sequence)
end

local function putBack(sequence)
  local host = string.match(redis.call('HGET', key('out'), sequence), '^[^ ]*')
  redis.call('ZADD', key('back:' .. host), sequence, sequence)
  place(host)
end
