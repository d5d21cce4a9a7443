-- Records a visit. ARGV: owner, group, tag and variant as JSON, site, page, similar, alias, revision that is expected,
-- what is known of the page, versions kept, whether the text says the same, visit, time, most bytes, most bytes of the owner, text,
-- version, verdict, verdict without details; of the last four nothing where there is none; changes of feeds as JSON, their contents.
-- Answers 'recorded' with the revision, what there was no room for and whether the entries of feeds are stored, 'raced', 'full', or
-- 'repeated' with the verdict.
--- @include "history/include/history"
--- @include "history/include/feed"
--- @include "history/include/evict"

local owner, group, names = ARGV[1], ARGV[2], ARGV[3]
local place = placeOf(group, unpack(ARGV, 4, 7))
local expected, head, maxVersions = tonumber(ARGV[8]), ARGV[9], tonumber(ARGV[10])
local isSameText, visit, at = ARGV[11] == '1', ARGV[12], ARGV[13]
local most, mostOfOwner = tonumber(ARGV[14]), tonumber(ARGV[15])
local text, version, verdict, status = ARGV[16], ARGV[17], ARGV[18], ARGV[19]
local WRITES = 20 -- the changes of feeds, then their contents
local MAX_EVICTED = 64

local function isFull(bytes) return bytesOf(owner) + bytes > mostOfOwner end

-- Whose texts go next; nothing where there is room.
local function greedy(bytes)
  if isFull(bytes) then return owner end
  if tonumber(redis.call('GET', prefix .. 'total') or 0) + bytes <= most then return nil end
  return redis.call('ZREVRANGE', prefix .. 'usage', 0, 0)[1]
end

local function makeRoom(bytes)
  if bytes > mostOfOwner then return false end
  for evicted = 0, MAX_EVICTED do
    local of = greedy(bytes)
    if not of then return true end
    if evicted == MAX_EVICTED or not evictOldest(of) then return false end
  end
end

if visit ~= NONE then
  local before = redis.call('HGET', key('verdicts', owner), visit)
  if before then return { 'repeated', before } end
end
local row = place.row
local alias = ARGV[7] ~= ARGV[6] and ARGV[7] or NONE -- another spelling that does not follow from the URL
local stored = row and readRow(row) or { revision = 0, text = NONE, page = place.page, alias = alias, versions = {} }
if stored.revision ~= expected then return { 'raced' } end
local writes, entryBytes = cjson.decode(ARGV[WRITES]), 0
for i, write in ipairs(writes) do
  if not canWriteFeed(group, write) then return { 'raced' } end
  entryBytes = entryBytes + #ARGV[WRITES + i]
end
local headBytes = bytesOfHead(head) - (row and bytesOfHead(stored.head) or 0)
local least = headBytes + bytesOfVisit(status)
local details = bytesOfVisit(verdict) - bytesOfVisit(status)
local hasEntry = entryBytes == 0 or makeRoom(least + entryBytes)
local needed = least + (hasEntry and entryBytes or 0)
local hasAll = makeRoom(needed + #text + details + #version)
local hasVerdict = hasAll or makeRoom(needed + #text + details)
local hasText = hasVerdict or makeRoom(needed + #text)
local hasLeast = hasText or makeRoom(needed)
if not hasLeast and not row and isFull(least) then return { 'full' } end
if hasEntry then
  for i, write in ipairs(writes) do applyFeedWrite(owner, group, write, ARGV[WRITES + i], tonumber(at)) end
end

if text ~= '' then
  removeBlob('texts', owner, stored.text)
  stored.text = hasText and putBlob('texts', owner, text) or NONE
end
if text ~= '' and not isSameText then
  local kept = {}
  if hasAll and version ~= '' and maxVersions > 0 then
    kept[1] = putBlob('versions', owner, version)
    for i = 1, math.min(#stored.versions, maxVersions - 1) do kept[i + 1] = stored.versions[i] end
  end
  -- without a difference to the newest text the older ones lead nowhere
  for i = math.max(#kept, 1), #stored.versions do removeBlob('versions', owner, stored.versions[i]) end
  stored.versions = kept
end
stored.revision = stored.revision + 1
stored.head = head
redis.call('HSET', headsOf(group, place.site), place.id, writeRow(stored))
addBytes(owner, headBytes)
if not row then
  if redis.call('HSETNX', key('groups', owner), group, names) == 1 then addBytes(owner, bytesOfGroup(names)) end
  redis.call('SADD', prefix .. 'owners', owner)
  if redis.call('HSETNX', key('sites', group), place.site, '') == 1 then addBytes(owner, bytesOfSite(place.site, '')) end
  if alias ~= NONE then redis.call('HSET', key('aliases', group), alias, place.site .. ' ' .. place.id) end
end
if visit ~= NONE and hasLeast then
  local kept = hasVerdict and verdict or status
  redis.call('HSET', key('visits', owner), visit, at .. ' ' .. group .. ' ' .. place.page)
  redis.call('HSET', key('verdicts', owner), visit, kept)
  addBytes(owner, bytesOfVisit(kept))
end
return { 'recorded', stored.revision, hasAll and 'nothing' or hasText and 'version' or 'text', hasEntry and 1 or 0 }
