-- Which waiting addresses are moved to the archive: those after the head of a list, when they fill an object and the head is not about to need them.

local OBJECT_ROWS = 4096
local NEEDED_ROWS = 4000 -- twice the rows at which a head is filled up

local function isMovable(crawlName, list, rows)
  if rows < OBJECT_ROWS then return false end
  if redis.call('SISMEMBER', crawlName .. ':moved', list) == 1 then return true end
  return tonumber(redis.call('HGET', crawlName .. ':rows', list) or 0) > NEEDED_ROWS
end
