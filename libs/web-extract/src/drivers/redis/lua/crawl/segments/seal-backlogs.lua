-- Reads what crawls have to seal. ARGV: ids of crawls with results that may not be sealed. Answers [id, ended, sealed rows, pages, other
-- rows, bytes of the pages, waiting addresses to move, objects to remove] of each that has some.
--- @include "crawl/include/crawl"
--- @include "crawl/include/even-when-full"
--- @include "crawl/include/movable"

local MOST_SIZES = 4000 -- sizes that are added up

local function bytesOf(name)
  local bytes = 0
  for _, size in ipairs(redis.call('LRANGE', name .. ':sizes', 0, MOST_SIZES - 1)) do bytes = bytes + size end
  return bytes
end

-- The first list whose addresses can be moved. Answers their number, or 0.
local function movableOf(name)
  local list, rows = unpack(redis.call('ZREVRANGE', name .. ':overflow', 0, 0, 'WITHSCORES'))
  return list and isMovable(name, list, tonumber(rows)) and tonumber(rows) or 0
end

local backlogs = {}
for _, id in ipairs(ARGV) do
  local name = everywhere .. '{' .. id .. '}'
  local status, a, b, c, d, long = unpack(redis.call('HMGET', name, 'status', 'sealed.pages', 'sealed.records', 'sealed.failures', 'sealed.blocked', 'long'))
  local pages = redis.call('LLEN', name .. ':sizes')
  local rows = 0
  for _, kind in ipairs({'records', 'failures', 'blocked'}) do rows = rows + redis.call('LLEN', name .. ':' .. kind) end
  local isEnded = status ~= 'running'
  local movable = long and not isEnded and movableOf(name) or 0
  local unused = (long or isEnded) and redis.call('SCARD', name .. ':unused') or 0
  if pages + rows + movable + unused > 0 then
    local sealed = (a or 0) + (b or 0) + (c or 0) + (d or 0)
    backlogs[#backlogs + 1] = {id, isEnded and 1 or 0, sealed, pages, rows, bytesOf(name), movable, unused}
  elseif isEnded and not long then -- else objects of its queue are still to be noted
    redis.call('SREM', everywhere .. 'unsealed', id)
  end
end
return backlogs
