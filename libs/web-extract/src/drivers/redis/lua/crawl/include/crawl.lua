-- What every script about one crawl begins with. `KEYS[1]` is the crawl, `KEYS[2]` begins the keys of all crawls.
--
-- | key of a crawl | type | what |
-- |---|---|---|
-- | (itself) | hash | request, status, counters; `known` is also the next sequence number |
-- | known:<number> | hash | a bucket of keys: the beginning of a key's hash → sequence of its address, or `s` when a page is stored under it |
-- | variants | hash | hash of a path → query variants taken in |
-- | hosts | sorted set | hosts that have an address to be taken, by the sequence of the first one, or by the number of their addresses |
-- | fresh:<host> | list | blocks of addresses never taken, in order |
-- | later, held:<host> | list | blocks of addresses without a slot: of the crawl, of their host |
-- | more:<list>, moved:<list> | list | blocks, and pointers to objects of the archive, of a list that is long: include/long-lists.lua |
-- | rows | hash | list → number of its addresses, without `more` and `moved` |
-- | overflow | sorted set | lists that have `more`, by the number of addresses there |
-- | moved, low | set | lists that have `moved`, and those of them that need the next object |
-- | dry | set | hosts whose waiting addresses are all in the archive |
-- | owed | hash | list → slots that its next addresses get when they were read from the archive |
-- | unused | set | objects whose addresses are not waiting any more |
-- | mover, loader | string | token of the worker that moves addresses to the archive, or reads them |
-- | cursors | hash | list → place of the next address in its first block |
-- | capped | sorted set | hosts that have addresses without a slot |
-- | slots | hash | host → slots in use |
-- | back:<host> | sorted set | sequences of addresses taken before and given back |
-- | out | hash | sequence → host, sequence and row of an address that was taken, until its end |
-- | tries | hash | sequence → earlier attempts, where there were any |
-- | leases | sorted set | sequences under way, by the time their lease ends |
-- | holders | hash | sequence under way → token of its lease |
-- | waiting | sorted set | sequences given back, by the time they may be taken again |
-- | browser | sorted set | sequences left to workers that have a browser |
-- | rendering | set | sequences under way that a browser finishes |
-- | aliases | set | sequences of addresses whose page came by another address |
-- | pages | hash | position, or position and `+` → packed page, or its end |
-- | sizes | list | bytes of each page before it was packed |
-- | segments:<kind> | sorted set | pointers to sealed results: include/segments.lua |
-- | sealer | string | token of the worker that seals results |
-- | records, failures, blocked | list | rows in order |

local crawl, everywhere = KEYS[1], KEYS[2]

local function key(name) return crawl .. ':' .. name end

local function statusNow() return redis.call('HGET', crawl, 'status') end

local function count(name) return tonumber(redis.call('HGET', crawl, name) or 0) end

-- redis.call('TIME') is [seconds, microseconds]
local function timeNow()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
