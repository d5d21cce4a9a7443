-- Waiting messages of monitors. A message belongs to the line of its monitor and to the queue of its owner.
--- @include "monitor/include/monitor"

local function addBytes(owner, bytes)
  if tonumber(redis.call('ZINCRBY', key('waitingBytes'), bytes, owner)) <= 0 then
    redis.call('ZREM', key('waitingBytes'), owner)
  end
  redis.call('INCRBY', key('waitingTotal'), bytes)
end

local function addMessage(id, owner, message)
  local position = redis.call('HINCRBY', key('line', id), 'next', 1) - 1
  redis.call('HSET', key('messages', id), position, message)
  redis.call('ZADD', key('waiting', owner), redis.call('INCR', key('appended')), id .. ' ' .. position)
  addBytes(owner, #message)
end

local function removeMessage(id, owner, position)
  local bytes = redis.call('HSTRLEN', key('messages', id), position)
  if bytes == 0 then return end
  redis.call('HDEL', key('messages', id), position)
  redis.call('ZREM', key('waiting', owner), id .. ' ' .. position)
  addBytes(owner, -bytes)
end

-- Removes the messages of a line before a position.
local function removeMessages(id, owner, from, to)
  for position = from, to - 1 do removeMessage(id, owner, position) end
end

-- Answers false if the owner has no messages.
local function dropOldest(owner, dropped)
  local oldest = redis.call('ZRANGE', key('waiting', owner), 0, 0)[1]
  if not oldest then return false end
  local id, position = string.match(oldest, '^(.*) (%d+)$')
  local line = key('line', id)
  removeMessage(id, owner, tonumber(position))
  redis.call('HSET', line, 'position', position + 1, 'tries', 0)
  local next, holder = unpack(redis.call('HMGET', line, 'next', 'holder'))
  if position + 1 == tonumber(next) and not holder then redis.call('ZREM', key('lines'), id) end
  dropped(id, owner)
  return true
end

-- True if the messages of an owner exceed a limit.
local function isOver(owner, limits)
  local bytes = redis.call('ZSCORE', key('waitingBytes'), owner)
  return bytes and (tonumber(bytes) > limits.maxBytesPerOwner or redis.call('ZCARD', key('waiting', owner)) > limits.maxMessagesPerOwner)
end

-- Answers a list of dropped messages, {monitor, owner, number} each, and a function that adds one.
local function droppedList()
  local list, places = {}, {}
  local function dropped(of, ofOwner)
    if not places[of] then
      list[#list + 1] = { of, ofOwner, 0 }
      places[of] = #list
    end
    local entry = list[places[of]]
    entry[3] = entry[3] + 1
  end
  return list, dropped
end

-- Drops the oldest messages of the owner with the most bytes while there are more bytes than a limit.
local function dropAbove(maxBytes, dropped)
  while tonumber(redis.call('GET', key('waitingTotal')) or 0) > maxBytes do
    if not dropOldest(redis.call('ZREVRANGE', key('waitingBytes'), 0, 0)[1], dropped) then break end
  end
end

-- Appends messages to the outbox of a monitor. outgoing: JSON of {receiver, messages (JSON texts), limits}.
-- Answers the dropped messages as a list of {monitor, owner, number}.
local function append(id, owner, outgoing)
  local list, dropped = droppedList()
  if outgoing == '' then return list end
  local given = cjson.decode(outgoing)
  local line = key('line', id)
  redis.call('HSETNX', line, 'position', 1)
  redis.call('HSETNX', line, 'next', 1)
  redis.call('HSET', line, 'owner', owner, 'receiver', given.receiver)
  for _, message in ipairs(given.messages) do
    if #message > given.limits.maxBytesPerOwner then dropped(id, owner) else addMessage(id, owner, message) end
  end
  local position, next, holder = unpack(redis.call('HMGET', line, 'position', 'next', 'holder'))
  if tonumber(position) < tonumber(next) and not holder then redis.call('ZADD', key('lines'), 'NX', 0, id) end
  while isOver(owner, given.limits) and dropOldest(owner, dropped) do end
  dropAbove(given.limits.maxBytes, dropped)
  return list
end
