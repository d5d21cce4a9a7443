-- The queue of a crawl: which host is next, which address of it, and how addresses come back.
--- @include "crawl/include/form"
--- @include "crawl/include/blocks"

-- Hosts by the number of their addresses, the largest first; otherwise by the age of their first address.
local isLongestFirst = order == 'longest-host'

-- Whatever was given back is older than what was never taken.
local function firstOf(host)
  local back = redis.call('ZRANGE', key('back:' .. host), 0, 0)[1]
  if back then return back end
  return firstIn('fresh:' .. host)
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

-- A host has more addresses, which are all younger than those that it has.
local function arrive(host, first, more)
  if isLongestFirst then
    redis.call('ZINCRBY', key('hosts'), more, host)
  else
    redis.call('ZADD', key('hosts'), 'NX', first, host)
  end
end

-- An address of a host was taken.
local function leave(host)
  if not isLongestFirst then return place(host) end
  if tonumber(redis.call('ZINCRBY', key('hosts'), -1, host)) <= 0 then redis.call('ZREM', key('hosts'), host) end
end

-- A host is in the set `dry` while all its addresses are in the archive.
local function noteDry(host)
  if not isLong then return end
  local list = 'fresh:' .. host
  if hasMoved(list) and isHeadEmpty(list) and isHeadEmpty('back:' .. host) then redis.call('SADD', key('dry'), host) end
end

local function noteFilled(host)
  if isLong then redis.call('SREM', key('dry'), host) end
end

-- Hosts whose addresses are in the archive are passed over as busy ones are.
local function passOverDry(busy, busyCount)
  if not isLong then return busyCount end
  for _, host in ipairs(redis.call('SMEMBERS', key('dry'))) do
    if not busy[host] then busyCount = busyCount + 1 end
    busy[host] = true
  end
  return busyCount
end

local function firstHostBut(busy, busyCount)
  busyCount = passOverDry(busy, busyCount)
  local range = isLongestFirst and 'ZREVRANGE' or 'ZRANGE'
  for _, host in ipairs(redis.call(range, key('hosts'), 0, busyCount)) do
    if not busy[host] then return host end
  end
end

-- Remembers where an address that is taken belongs.
local function takeOut(host, sequence, rest)
  redis.call('HSET', key('out'), sequence, host .. ' ' .. sequence .. rest)
end

-- Takes the first address out of a host's queue. Returns its sequence and where it belongs.
local function pop(host)
  local sequence = redis.call('ZPOPMIN', key('back:' .. host))[1]
  if not sequence then
    local first, _, base, row = popRow('fresh:' .. host)
    sequence = tostring(first)
    takeOut(host, sequence, '\n' .. base .. '\n' .. row)
  end
  leave(host)
  noteDry(host)
  return sequence, redis.call('HGET', key('out'), sequence)
end

local function putBack(sequence)
  local host = string.match(redis.call('HGET', key('out'), sequence), '^[^ ]*')
  redis.call('ZADD', key('back:' .. host), sequence, sequence)
  noteFilled(host)
  if isLongestFirst then arrive(host, sequence, 1) else place(host) end
end
