-- Bodies of pages, in the store or in packs of an archive. After `prefix` and `key`.
--
-- | key | type | what |
-- |---|---|---|
-- | <kind>:<owner> | hash | id → packed: bodies in the store |
-- | archived:<kind>:<owner> | hash | id → pack, offset and length |
-- | packs:<owner> | hash | pack → pointers, bodies at first, size; pointers are -1 while it is removed, the size is 0 before it is written |
-- | packs-due | sorted set | owner and pack → time at which it is removed or dissolved; none if it has no removed bodies |
-- | packing:<owner> | string | pack that is written, expires |

local REMOVED_MS, FORGOTTEN_MS, CRC_BYTES = 604800000, 3600000, 4

local function timeMs()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end

local function packOf(owner, pack)
  local row = redis.call('HGET', key('packs', owner), pack)
  if not row then return nil end
  local pointers, bodies, bytes = string.match(row, '^(%S+) (%S+) (%S+)$')
  return { pointers = tonumber(pointers), bodies = tonumber(bodies), bytes = tonumber(bytes) }
end

local function putPack(owner, pack, row)
  redis.call('HSET', key('packs', owner), pack, string.format('%d %d %d', row.pointers, row.bodies, row.bytes))
end

local function duePack(owner, pack, at)
  local name = owner .. ' ' .. pack
  local before = redis.call('ZSCORE', prefix .. 'packs-due', name)
  if not before or tonumber(before) > at then redis.call('ZADD', prefix .. 'packs-due', string.format('%d', at), name) end
end

-- Counts a pointer less.
local function removePointer(owner, pack)
  local row = packOf(owner, pack)
  if not row or row.pointers < 0 then return end
  row.pointers = row.pointers - 1
  putPack(owner, pack, row)
  local isHalf = row.pointers * 2 <= row.bodies
  duePack(owner, pack, timeMs() + (isHalf and 0 or REMOVED_MS))
end

-- A body, or '>' and its location: no packed body begins with it, because raw deflate has no such block.
local function bodyOf(kind, owner, id)
  local body = redis.call('HGET', key(kind, owner), id)
  if body then return body end
  local pointer = redis.call('HGET', key('archived:' .. kind, owner), id)
  return pointer and '>' .. pointer
end

-- Removes a body. Answers its size, nothing if there is none.
local function removeBody(kind, owner, id)
  local bytes = redis.call('HSTRLEN', key(kind, owner), id)
  if redis.call('HDEL', key(kind, owner), id) == 1 then return bytes end
  local pointer = redis.call('HGET', key('archived:' .. kind, owner), id)
  if not pointer then return nil end
  redis.call('HDEL', key('archived:' .. kind, owner), id)
  local pack, length = string.match(pointer, '^(%S+) %S+ (%S+)$')
  removePointer(owner, pack)
  return tonumber(length) - CRC_BYTES
end
