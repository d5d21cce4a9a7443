-- Brings a task to its end. ARGV: id, sequence, token, kind, record, packed page, its bytes, credits, final address of a seed or
-- nothing, failure or forbidden address, HTTP status or nothing, counts of changes as JSON or nothing, number of failures that a
-- failure needs to be fewer than or nothing, how many hashes of keys, those, children.
-- Answers as what it was stored, 'lost', or 'full' for one failure too many: nothing is stored then, and the lease remains.
--- @include "crawl/include/crawl"
--- @include "crawl/include/lease"
--- @include "crawl/include/addresses"
--- @include "crawl/include/webhook-queue"
--- @include "crawl/include/packed-pages"

local id, sequence, token, kind, record, page, bytes, credits, rootUrl, note, httpStatus, changes, maxFailures, hashCount = unpack(ARGV, 1, 14)
local FIRST_HASH = 15
local lastHash = FIRST_HASH - 1 + hashCount

local function isStored()
  for i = FIRST_HASH, lastHash do
    if isStoredAs(ARGV[i]) then return true end
  end
  return false
end

-- The page answers to this key. An address that waits under it need not be visited any more.
local function answerTo(hash)
  local queued = storeAs(hash)
  if queued and queued ~= sequence then redis.call('SADD', key('aliases'), queued) end
end

local function storePage(position)
  storePacked(position, page)
  redis.call('RPUSH', key('sizes'), bytes)
  redis.call('HINCRBY', crawl, 'credits', credits)
  for i = FIRST_HASH, lastHash do answerTo(ARGV[i]) end
  if changes ~= '' then
    for name, more in pairs(cjson.decode(changes)) do redis.call('HINCRBY', crawl, 'changes.' .. name, more) end
  end
  toldSoon(id)
end

-- What the site answered: also for a page that was skipped for its status.
local function storeResponse()
  if rootUrl ~= '' then redis.call('HSETNX', crawl, 'rootUrl', rootUrl) end
  if httpStatus ~= '' then redis.call('HINCRBY', crawl, 'http:' .. httpStatus, 1) end
end

if not isHeld(sequence, token) then return 'lost' end
if maxFailures ~= '' and count('failed') >= tonumber(maxFailures) then return 'full' end
if kind == 'page' and isStored() then kind = 'collapsed' end
local ended = redis.call('HINCRBY', crawl, kind, 1) -- written first: a full Redis refuses this before anything has changed
if kind == 'page' and redis.call('SISMEMBER', key('rendering'), sequence) == 1 then redis.call('HINCRBY', crawl, 'rendered', 1) end
endLease(sequence)
local place = admits and kind ~= 'page' and redis.call('HGET', key('out'), sequence)
redis.call('HDEL', key('out'), sequence)
redis.call('HDEL', key('tries'), sequence)
if kind ~= 'seeded' then redis.call('RPUSH', key('records'), kind .. ' ' .. record) end
if kind == 'page' then storePage(ended - 1) end
if kind == 'page' or kind == 'failed' then storeResponse() end
if kind == 'failed' then redis.call('RPUSH', key('failures'), note) end
if kind == 'blocked' then redis.call('RPUSH', key('blocked'), note) end
if place then passSlotOn(place) end
if count('page') < count('limit') then addUrls(lastHash + 1) end -- else nothing will be taken any more
settleKnown()
return kind
