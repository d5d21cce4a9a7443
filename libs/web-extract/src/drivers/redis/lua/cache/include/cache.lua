-- Stored responses. `KEYS[1]` begins all keys: `entries`, `bodies`, `sizes` and `order` of each owner, `usage` (owners by their
-- bytes), `total`.

local prefix = KEYS[1]

local function key(name, of) return prefix .. name .. ':' .. of end

--- @include "packs/include/packs"

local function addBytes(owner, bytes)
  local left = tonumber(redis.call('ZINCRBY', prefix .. 'usage', bytes, owner))
  if left <= 0 then redis.call('ZREM', prefix .. 'usage', owner) end
  redis.call('INCRBY', prefix .. 'total', bytes)
end

local function removeEntry(owner, id)
  local bytes = redis.call('HGET', key('sizes', owner), id)
  if not bytes then return end
  redis.call('HDEL', key('entries', owner), id)
  removeBody('bodies', owner, id)
  redis.call('HDEL', key('sizes', owner), id)
  redis.call('ZREM', key('order', owner), id)
  addBytes(owner, -tonumber(bytes))
end
