-- What every script about histories begins with. `KEYS[1]` begins all keys.
--
-- | key | type | what |
-- |---|---|---|
-- | total | string | bytes of all owners |
-- | usage | sorted set | owners by their bytes |
-- | numbers | hash | owner → number of its next text or version |
-- | groups:<owner> | hash | group → tag and variant as JSON |
-- | hosts:<group> | hash | host → what is known of it, as JSON |
-- | heads:<group> <host> | hash | page → revision, text, alias and versions, then what is known of it as a JSON list |
-- | aliases:<group> | hash | hash of another spelling → host and page |
-- | texts:<owner>, versions:<owner> | hash | number → packed |
-- | order:texts:<owner>, order:versions:<owner> | sorted set | their numbers |
-- | visits:<owner> | hash | visit → time, group and page |
-- | verdicts:<owner> | hash | visit → packed |

local prefix = KEYS[1]
local NONE = '-'

local function key(name, of) return prefix .. name .. ':' .. of end

--- @include "packs/include/packs"

local function addBytes(owner, bytes)
  if bytes == 0 then return end
  local left = tonumber(redis.call('ZINCRBY', prefix .. 'usage', bytes, owner))
  if left <= 0 then redis.call('ZREM', prefix .. 'usage', owner) end
  redis.call('INCRBY', prefix .. 'total', bytes)
end

-- Sizes of entries with their keys.
local function bytesOfHead(json)
  local head = cjson.decode(json)
  local isList = head[1] ~= nil
  local validators = type(head.validators) == 'table' and head.validators or {}
  local function length(text) return type(text) == 'string' and #text or 0 end
  if isList then return 440 + #head[1] + length(head[7]) + length(head[8]) end
  return 440 + #head.url + length(validators.etag) + length(validators.lastModified) -- as earlier versions stored it
end

local function bytesOfHost(host, facts) return 120 + #host + #facts end

local function bytesOfGroup(names) return 120 + #names end

local function bytesOfVisit(packed) return packed == '' and 0 or 160 + #packed end

local function bytesOf(owner) return tonumber(redis.call('ZSCORE', prefix .. 'usage', owner) or 0) end

local function headsOf(group, host) return key('heads', group .. ' ' .. host) end

-- The row of a page: revision, number of its text, alias, numbers of its versions; and what is known of it.
local function readRow(row)
  local line, head = string.match(row, '^([^\n]*)\n(.*)$')
  local words = {}
  for word in string.gmatch(line, '%S+') do words[#words + 1] = word end
  local stored = { revision = tonumber(words[1]), text = words[2], alias = words[3], versions = {}, head = head }
  for i = 4, #words do stored.versions[i - 3] = words[i] end
  return stored
end

local function writeRow(stored)
  local line = string.format('%.0f %s %s', stored.revision, stored.text, stored.alias)
  if #stored.versions > 0 then line = line .. ' ' .. table.concat(stored.versions, ' ') end
  return line .. '\n' .. stored.head
end

-- @param kind 'texts' or 'versions'
local function putBlob(kind, owner, bytes)
  local n = tostring(redis.call('HINCRBY', prefix .. 'numbers', owner, 1))
  redis.call('HSET', key(kind, owner), n, bytes)
  redis.call('ZADD', key('order:' .. kind, owner), n, n)
  addBytes(owner, #bytes)
  return n
end

-- One that was evicted is missing.
local function removeBlob(kind, owner, n)
  if n == NONE then return end
  local bytes = removeBody(kind, owner, n)
  if not bytes then return end
  redis.call('ZREM', key('order:' .. kind, owner), n)
  addBytes(owner, -bytes)
end

-- Where a page is: under its own name, else under that of another spelling.
local function placeOf(group, host, page, alias)
  if alias == NONE or redis.call('HEXISTS', headsOf(group, host), page) == 1 then return host, page end
  local other = redis.call('HGET', key('aliases', group), alias)
  if not other then return host, page end
  local otherHost, otherPage = string.match(other, '^(%S+) (%S+)$')
  return otherHost, otherPage
end
