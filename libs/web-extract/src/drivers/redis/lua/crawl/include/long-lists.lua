-- Lists of waiting addresses that are longer than HEAD_ROWS. The list itself has the first rows, its head, and `more:<list>` has the rows after them.
-- With an archive the rows of `more` are moved to objects, oldest first: `moved:<list>` has the pointers to them, in order. So the order of
-- a list is its head, `moved`, `more`. The head is filled up from the first object, or becomes what is in `more` if there is none.
--
-- `long` of a crawl says that it has had such a list. Others need one command more for a block or an address: the count in `rows`.

local HEAD_ROWS = 10000
local LOW_ROWS = 2000 -- rows of a head that is to be filled up

local function hasMoved(list) return redis.call('SISMEMBER', key('moved'), list) == 1 end

local function isHeadEmpty(list) return redis.call('EXISTS', key(list)) == 0 end

-- Whether slots are owed to a list. It is in the set `low` until they are passed on.
local function isOwed(list) return redis.call('HEXISTS', key('owed'), list) == 1 end

-- Where the rows of a block belong.
local function endOfList(list, rows)
  local isBehind = isLong and (hasMoved(list) or redis.call('EXISTS', key('more:' .. list)) == 1)
  if not isBehind then
    if redis.call('HINCRBY', key('rows'), list, rows) < HEAD_ROWS + rows then return list end
    redis.call('HINCRBY', key('rows'), list, -rows)
  end
  if not isLong then redis.call('HSET', crawl, 'long', 1) end
  isLong = '1'
  redis.call('ZINCRBY', key('overflow'), rows, list)
  return 'more:' .. list
end

local function makeMoreTheHead(list)
  if redis.call('EXISTS', key('more:' .. list)) == 0 then return end
  redis.call('RENAME', key('more:' .. list), key(list))
  redis.call('HSET', key('rows'), list, redis.call('ZSCORE', key('overflow'), list))
  redis.call('ZREM', key('overflow'), list)
end

-- A row was taken out of a head.
local function countTaken(list)
  local left = redis.call('HINCRBY', key('rows'), list, -1)
  if left <= 0 then redis.call('HDEL', key('rows'), list) end
  if not isLong or left > LOW_ROWS then return end
  if hasMoved(list) then
    redis.call('SADD', key('low'), list)
  elseif left <= 0 then
    makeMoreTheHead(list)
  end
end

-- The pointer to the object with the next rows of a list: `<sequence of the first one> <rows> <object> <bytes>`.
local function nextMoved(list) return isLong and redis.call('LINDEX', key('moved:' .. list), 0) end

-- Whether there is a list whose head is to be filled up.
local function isAnyLow() return isLong and redis.call('EXISTS', key('low')) == 1 end
