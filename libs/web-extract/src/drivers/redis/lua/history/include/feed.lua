-- Change feeds, after `history`.
--
-- | key | type | what |
-- |---|---|---|
-- | feeds:<owner> | hash | feed → tag |
-- | feed:<feed> | hash | owner, tag, epoch, era, eras, variant, tokens; head, live, held, expired, superseded, deletes, pointer |
-- | feed-pages:<feed> | hash | page → number of its newest entry, and more, as JSON |
-- | feed-entries:<feed> | hash | number → page, type, time, URL, fingerprints and the number of the previous entry as JSON |
-- | feed-order:<feed> | sorted set | numbers of entries |
-- | feed-chunks:<feed> | hash | number → content, packed |
-- | feed-pending:<feed> | hash | page → job, visits and time of holding as JSON |
-- | feed-moves:<feed> | hash | page → site, page and similar row of the target of its redirect |
-- | feed-sinks:<feed> | hash | sink → signature, holder and end of the lease as JSON |
-- | feed-ledger:<feed> <sink> | hash | page → its chunks as JSON |

local MIN_KEPT, DROP_STEPS, MOVED_MS, MAX_ERAS = 1000, 4, 86400000, 16
local MAX_OLDER = 100 -- of one page: their numbers are written with each new one

local function feedCount(feed, field) return tonumber(redis.call('HGET', key('feed', feed), field) or 0) end

local function addFeed(feed, field, count) return redis.call('HINCRBY', key('feed', feed), field, count) end

local function isNull(value) return value == nil or value == cjson.null end

local function feedRow(name, feed, id)
  local row = redis.call('HGET', key(name, feed), id)
  return row and cjson.decode(row) or nil
end

local function putFeedRow(name, feed, id, row) redis.call('HSET', key(name, feed), id, cjson.encode(row)) end

local function bytesOfEntry(url) return 260 + 2 * #url end

-- Notes after which entry this Redis was started, or has taken over: it may have lost later ones.
local function noteEra(feed)
  local info = redis.pcall('INFO', 'server')
  local era = type(info) == 'string' and string.match(info, 'run_id:(%x%x%x%x%x%x)')
  local row = key('feed', feed)
  if not era or redis.call('HGET', row, 'era') == era then return end
  local eras = {}
  for one in string.gmatch(redis.call('HGET', row, 'eras') or '', '[^,]+') do eras[#eras + 1] = one end
  if #eras >= MAX_ERAS then table.remove(eras, 1) end
  eras[#eras + 1] = era .. ' ' .. string.format('%.0f', feedCount(feed, 'head'))
  redis.call('HSET', row, 'era', era, 'eras', table.concat(eras, ','))
end

local function appendEntry(owner, feed, entry, content)
  noteEra(feed)
  local seq = addFeed(feed, 'head', 1)
  redis.call('HSET', key('feed-entries', feed), seq, cjson.encode(entry))
  redis.call('ZADD', key('feed-order', feed), seq, seq)
  if content then redis.call('HSET', key('feed-chunks', feed), seq, content) end
  addBytes(owner, bytesOfEntry(entry.url) + (content and #content or 0))
  return seq
end

local function dropEntry(owner, feed, seq)
  local entry = feedRow('feed-entries', feed, seq)
  if not entry then return end
  local bytes = redis.call('HSTRLEN', key('feed-chunks', feed), seq)
  redis.call('HDEL', key('feed-entries', feed), seq)
  redis.call('ZREM', key('feed-order', feed), seq)
  redis.call('HDEL', key('feed-chunks', feed), seq)
  addBytes(owner, -bytesOfEntry(entry.url) - bytes)
end

-- Drops a deletion; readers that have not read it must start again.
local function dropDeletion(owner, feed, page, seq)
  dropEntry(owner, feed, seq)
  redis.call('HDEL', key('feed-pages', feed), page)
  addFeed(feed, 'deletes', -1)
  if seq > feedCount(feed, 'expired') then redis.call('HSET', key('feed', feed), 'expired', seq) end
end

local function checkEntry(owner, feed, seq, most)
  local entry = feedRow('feed-entries', feed, seq)
  local page = entry and feedRow('feed-pages', feed, entry.page)
  if not page then return end
  local isNewest = page.seq == seq
  if isNewest and not page.live and feedCount(feed, 'deletes') > most then dropDeletion(owner, feed, entry.page, seq) end
  if isNewest or feedCount(feed, 'superseded') <= most then return end
  dropEntry(owner, feed, seq)
  addFeed(feed, 'superseded', -1)
  local older = {}
  for _, other in ipairs(page.older) do if other ~= seq then older[#older + 1] = other end end
  page.older = older
  putFeedRow('feed-pages', feed, entry.page, page)
end

-- Drops a few entries if the feed has more old ones than pages.
local function makeFeedRoom(owner, feed)
  local most = math.max(MIN_KEPT, feedCount(feed, 'live'))
  for _ = 1, DROP_STEPS do
    if feedCount(feed, 'superseded') <= most and feedCount(feed, 'deletes') <= most then return end
    local pointer = feedCount(feed, 'pointer')
    pointer = pointer >= feedCount(feed, 'head') and 1 or pointer + 1
    redis.call('HSET', key('feed', feed), 'pointer', pointer)
    checkEntry(owner, feed, pointer, most)
  end
end

local function withdrawRemoval(feed, page)
  local pending = feedRow('feed-pending', feed, page)
  if not pending then return end
  if not isNull(pending.heldAt) then addFeed(feed, 'held', -1) end
  redis.call('HDEL', key('feed-pending', feed), page)
end

local function awaitRemoval(feed, page, jobId, visits)
  local before = feedRow('feed-pending', feed, page)
  putFeedRow('feed-pending', feed, page, { jobId = jobId, visits = visits, heldAt = before and before.heldAt or cjson.null })
end

-- Writes the deletion of a page and drops its texts.
local function removeFeedPage(owner, feed, page, at)
  local before = feedRow('feed-pages', feed, page)
  withdrawRemoval(feed, page)
  if not before or not before.live then return 0 end
  for _, seq in ipairs(before.older) do dropEntry(owner, feed, seq) end
  dropEntry(owner, feed, before.seq)
  addFeed(feed, 'superseded', 0 - #before.older)
  addFeed(feed, 'live', -1)
  addFeed(feed, 'deletes', 1)
  local seq = appendEntry(owner, feed, { page = page, upsert = false, at = at, url = before.url, fingerprint = cjson.null, previous = before.fingerprint, previousSeq = before.seq })
  putFeedRow('feed-pages', feed, page, { seq = seq, live = false, fingerprint = cjson.null, shape = '', url = before.url, older = {}, movedAt = cjson.null })
  makeFeedRoom(owner, feed)
  return 1
end

-- The page has another URL: readers delete the old one.
local function renameFeedPage(owner, feed, page, old, ghost, at)
  local earlier = feedRow('feed-pages', feed, ghost)
  if earlier then
    dropEntry(owner, feed, earlier.seq)
    addFeed(feed, 'deletes', -1)
  end
  putFeedRow('feed-pages', feed, ghost, old)
  local function reassign(seq)
    local entry = feedRow('feed-entries', feed, seq)
    if not entry then return end
    entry.page = ghost
    putFeedRow('feed-entries', feed, seq, entry)
  end
  for _, seq in ipairs(old.older) do reassign(seq) end
  reassign(old.seq)
  redis.call('HDEL', key('feed-pages', feed), page)
  removeFeedPage(owner, feed, ghost, at)
end

-- The page that an address redirects to, if it has no visits of its own.
local function targetOf(feed, group, page)
  local target = redis.call('HGET', key('feed-moves', feed), page)
  if not target then return nil end
  local site, name, similar = string.match(target, '^(%S+) (%S+) (%S+)$')
  if isStored(group, site, name, similar) then return nil end
  return name
end

-- The feed that the pages of a group are in; nothing where there is none.
local function feedOfGroup(owner, group)
  local names = redis.call('HGET', key('groups', owner), group)
  if not names then return nil end
  local tag, variant = unpack(cjson.decode(names))
  variant = string.gsub(variant, '%.jar$', '') -- pages read with cookies of jobs are in the feed of the others
  local feeds = redis.call('HGETALL', key('feeds', owner))
  for i = 1, #feeds, 2 do
    local isMeant = feeds[i + 1] == tag and redis.call('HGET', key('feed', feeds[i]), 'variant') == variant
    if isMeant then return feeds[i] end
  end
  return nil
end

-- Deletes a page that left the history; the target of its redirect with it, if it has no visits of its own.
local function removeFeedPageOf(owner, feed, group, page)
  local time = redis.call('TIME')
  local at = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  local target = targetOf(feed, group, page)
  redis.call('HDEL', key('feed-moves', feed), page)
  removeFeedPage(owner, feed, page, at)
  if target then removeFeedPage(owner, feed, target, at) end
end

local function upsertFeedPage(owner, feed, group, write, content, at)
  local place = placeOf(group, unpack(write.names))
  local page = place.page
  if write.from then
    local source = placeOf(group, unpack(write.from)).page
    if source ~= page and not place.row then
      redis.call('HSET', key('feed-moves', feed), source, place.site .. ' ' .. page .. ' ' .. write.names[3])
    end
  end
  local old = feedRow('feed-pages', feed, page)
  if old and old.live and old.url ~= write.url then renameFeedPage(owner, feed, page, old, 'renamed-' .. redis.sha1hex(old.url), at) end
  local before = feedRow('feed-pages', feed, page)
  withdrawRemoval(feed, page)
  local isLive = before ~= nil and before.live
  addFeed(feed, isLive and 'superseded' or 'live', 1)
  if before and not isLive then
    dropEntry(owner, feed, before.seq)
    addFeed(feed, 'deletes', -1)
  end
  local seq = appendEntry(owner, feed, { page = page, upsert = true, at = at, url = write.url, fingerprint = write.fingerprint, previous = before and before.fingerprint or cjson.null, previousSeq = before and before.seq or 0 }, content)
  local older = isLive and before.older or {}
  if isLive then older[#older + 1] = before.seq end
  for _ = 1, math.min(DROP_STEPS, #older - MAX_OLDER) do
    dropEntry(owner, feed, table.remove(older, 1))
    addFeed(feed, 'superseded', -1)
  end
  putFeedRow('feed-pages', feed, page, { seq = seq, live = true, fingerprint = write.fingerprint, shape = write.shape, url = write.url, older = older, movedAt = cjson.null })
  makeFeedRoom(owner, feed)
end

local function applyFeedWrite(owner, group, write, content, at)
  local feed = write.feed
  if redis.call('HGET', key('feed', feed), 'variant') ~= write.variant then return end
  if write.kind == 'upsert' then return upsertFeedPage(owner, feed, group, write, content, at) end
  local page = placeOf(group, unpack(write.names)).page
  local row = feedRow('feed-pages', feed, page)
  if write.kind == 'keep' then
    withdrawRemoval(feed, page)
    if not row or not row.live then return end
    row.movedAt = cjson.null
    -- a newer entry has a fingerprint of its own
    if not isNull(write.fingerprint) and row.seq == write.expectedSeq then row.fingerprint = write.fingerprint end
    return putFeedRow('feed-pages', feed, page, row)
  end
  if write.kind == 'moved' then
    local to = placeOf(group, unpack(write.to)).page
    if to == page or not row or not row.live then return end
    local isOld = not isNull(row.movedAt) and at - row.movedAt >= MOVED_MS
    if write.isPermanent or isOld then return awaitRemoval(feed, page, write.jobId, 1) end
    if isNull(row.movedAt) then
      row.movedAt = at
      putFeedRow('feed-pages', feed, page, row)
    end
    return
  end
  if row and row.live then awaitRemoval(feed, page, write.jobId, write.visits) end
  local target = targetOf(feed, group, page)
  local targetRow = target and feedRow('feed-pages', feed, target)
  if targetRow and targetRow.live then awaitRemoval(feed, target, write.jobId, write.visits) end
end

-- False if the newest entry of a page is not the one that the write is relative to.
local function canWriteFeed(group, write)
  if write.kind ~= 'upsert' then return true end
  local row = feedRow('feed-pages', write.feed, placeOf(group, unpack(write.names)).page)
  return (row and row.seq or 0) == write.expectedSeq
end
