-- Keys of monitors. KEYS[1] is their prefix.
local prefix = KEYS[1]

local function key(kind, of) return prefix .. kind .. (of and ':' .. of or '') end

local function timeNow()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Whether a check is leased with this token.
local function holds(checkId, lease)
  local row = redis.call('HGET', key('tasks'), checkId)
  return row and cjson.decode(row)[3] == lease
end

-- Adds to the bytes of a monitor, of its owner and of all. Monitors that were stored before they were counted are counted with their next change.
local function countMonitor(id, owner, bytes)
  local more = bytes - tonumber(redis.call('HGET', key('monitorBytes'), id) or 0)
  if bytes > 0 then redis.call('HSET', key('monitorBytes'), id, bytes) else redis.call('HDEL', key('monitorBytes'), id) end
  if more == 0 then return end
  if redis.call('HINCRBY', key('ownerBytes'), owner, more) <= 0 then redis.call('HDEL', key('ownerBytes'), owner) end
  redis.call('INCRBY', key('monitorTotal'), more)
end

-- The name of the limit that a monitor of this size would exceed, or nil.
local function refusalOf(id, owner, bytes, mostOfOwner, mostOfAll)
  local more = bytes - tonumber(redis.call('HGET', key('monitorBytes'), id) or 0)
  if more <= 0 then return nil end
  if tonumber(redis.call('HGET', key('ownerBytes'), owner) or 0) + more > mostOfOwner then return 'maxBytesPerOwner' end
  if tonumber(redis.call('GET', key('monitorTotal')) or 0) + more > mostOfAll then return 'maxBytes' end
  return nil
end

-- check: id, number, 1 when open, JSON without targets. A new open one gets the targets of its monitor; an ended one loses its own.
local function putCheck(monitorId, owner, check)
  local id, number, isOpen, json = unpack(check, 1, 4)
  local isNew = redis.call('HSET', key('checks'), id, json) == 1
  if isOpen ~= 1 then
    redis.call('HDEL', key('targets'), id)
  elseif isNew then
    local targets = redis.call('HGET', key('monitorTargets'), monitorId)
    if targets then redis.call('HSET', key('targets'), id, targets) end
  end
  redis.call('ZADD', key('checks', monitorId), number, id)
  if isOpen ~= 1 then
    redis.call('ZREM', key('open'), id)
    redis.call('HDEL', key('tasks'), id)
  elseif redis.call('ZSCORE', key('open'), id) == false then
    redis.call('ZADD', key('open'), 0, id)
    redis.call('HSET', key('tasks'), id, cjson.encode({ monitorId, owner, '' }))
  end
end

-- Adds to the numbers of stored visits of an owner, and of all. Visits that were stored before they were counted are not subtracted.
local function countStates(owner, number)
  local change = math.max(number, -tonumber(redis.call('HGET', key('stateCounts'), owner) or 0))
  if change == 0 then return end
  if redis.call('HINCRBY', key('stateCounts'), owner, change) == 0 then redis.call('HDEL', key('stateCounts'), owner) end
  redis.call('INCRBY', key('stateTotal'), change)
end

-- Deletes the pages of a check.
local function removePages(owner, checkId)
  redis.call('UNLINK', key('pages', checkId))
  local bytes = redis.call('HGET', key('bytes'), checkId)
  if bytes then redis.call('HINCRBY', key('used'), owner, -bytes) end
  redis.call('HDEL', key('bytes'), checkId)
  redis.call('ZREM', key('order', owner), checkId)
end

local function removeCheck(monitorId, owner, checkId)
  removePages(owner, checkId)
  redis.call('HDEL', key('checks'), checkId)
  redis.call('HDEL', key('targets'), checkId)
  redis.call('HDEL', key('tasks'), checkId)
  redis.call('ZREM', key('open'), checkId)
  redis.call('ZREM', key('checks', monitorId), checkId)
end

local function setDue(id, dueAt)
  if dueAt == '' then redis.call('ZREM', key('due'), id) else redis.call('ZADD', key('due'), dueAt, id) end
end
