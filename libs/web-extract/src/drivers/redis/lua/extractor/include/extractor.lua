-- Keys of the extractors of an owner. KEYS[1] is their prefix.
--
-- all: extractors as JSON by id; revisions: their revisions by id; times: when they were created by id; names: ids by name; use: bytes of
-- states, programs and outcomes (state) and of values (values), the next number of the order (next); programs:<id>: programs by version;
-- runs:<id>: outcomes (runs), their revision and what they have saved;
-- values:<id>: values as JSON by key; order: '<id>|<key>' by number.
local prefix = KEYS[1]

local function key(kind, of) return prefix .. kind .. (of and ':' .. of or '') end

local function used(kind) return tonumber(redis.call('HGET', key('use'), kind) or '0') end

local function use(kind, bytes)
  if bytes ~= 0 then redis.call('HINCRBY', key('use'), kind, bytes) end
  return bytes
end

-- True if the owner, and all of them, have room for more bytes.
local function fits(added, most, left)
  return added <= 0 or (used('state') + added <= tonumber(most) and added <= tonumber(left))
end

local function exists(id) return redis.call('HEXISTS', key('all'), id) == 1 end

-- Size of values with their keys: the first field of a row.
local function sizeOf(row) return tonumber(string.match(row, '^(%d+) ')) end

local function dropValues(id, of)
  local row = redis.call('HGET', key('values', id), of)
  redis.call('ZREM', key('order'), id .. '|' .. of)
  if not row then return 0 end
  redis.call('HDEL', key('values', id), of)
  return use('values', -sizeOf(row))
end
