-- What every script about histories begins with. `KEYS[1]` begins all keys.
--
-- | key | type | what |
-- |---|---|---|
-- | total | string | bytes of all owners |
-- | usage | sorted set | owners by their bytes |
-- | numbers | hash | owner → number of its next text or version |
-- | groups:<owner> | hash | group → tag and variant as JSON |
-- | sites:<group> | hash | site → lines of a host and what is known of it, as JSON |
-- | heads:<group> <site> | hash | row of a page → revision, text, page, alias and versions, then what is known of it, packed |
-- | aliases:<group> | hash | id of another spelling that does not follow from the URL → site and row |
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
local function bytesOfHead(head) return 140 + #head end

local function bytesOfSite(site, facts) return 120 + #site + #facts end

local function bytesOfGroup(names) return 120 + #names end

local function bytesOfVisit(packed) return packed == '' and 0 or 160 + #packed end

local function bytesOf(owner) return tonumber(redis.call('ZSCORE', prefix .. 'usage', owner) or 0) end

local function headsOf(group, site) return key('heads', group .. ' ' .. site) end

-- The row of a page: revision, number of its text, page, alias, numbers of its versions; and what is known of it.
local function readRow(row)
  local lineEnd = string.find(row, '\n', 1, true)
  local words = {}
  for word in string.gmatch(string.sub(row, 1, lineEnd - 1), '%S+') do words[#words + 1] = word end
  local stored = { revision = tonumber(words[1]), text = words[2], page = words[3], alias = words[4], versions = {}, head = string.sub(row, lineEnd + 1) }
  for i = 5, #words do stored.versions[i - 4] = words[i] end
  return stored
end

local function writeRow(stored)
  local line = string.format('%.0f %s %s %s', stored.revision, stored.text, stored.page, stored.alias)
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

local function pageIn(row) return row and string.match(row, '^%S+ %S+ (%S+)') end

local function aliasedPage(group, alias)
  local other = redis.call('HGET', key('aliases', group), alias)
  if not other then return nil end
  local site, id = string.match(other, '^(%S+) (%S+)$')
  local row = redis.call('HGET', headsOf(group, site), id)
  return row and { site = site, id = id, page = pageIn(row), row = row } or nil
end

-- The places of a page by its own URL and by another spelling; nothing where it is not stored.
-- @param alias equals `similar` if similar URLs are the same page
local function findPages(group, site, page, similar, alias)
  local rows = redis.call('HMGET', headsOf(group, site), similar, page)
  local shared = rows[1] and { site = site, id = similar, page = pageIn(rows[1]), row = rows[1] } or nil
  local own = rows[2] and { site = site, id = page, page = page, row = rows[2] } or nil
  if shared and shared.page == page then own = shared end
  if alias == similar then return own, shared end
  return own, alias ~= NONE and aliasedPage(group, alias) or nil
end

-- The place of a page; that of another spelling if only that is stored.
local function placeOf(group, site, page, similar, alias)
  local own, other = findPages(group, site, page, similar, alias)
  return own or other or { site = site, id = alias == similar and similar or page, page = page }
end

-- Whether a page is stored by its own URL.
local function isStored(group, site, page, similar) return findPages(group, site, page, similar, NONE) ~= nil end
