-- Which addresses a crawl over several hosts may read: the first ones in order of discovery, as many as its limit, and of each host at
-- most `perHost`. The order in which they are read has no influence on it. An address that ends without a page gives its slot to
-- the next one: of its host, if that is at its bound, else of all.
--
-- `admit` of a crawl says that this applies, `open` is the number of free slots. Rows beyond them wait in the list `later`, rows
-- beyond the bound of their host in `held:<host>`, and such hosts are in the sorted set `capped`. `slots` is the number of
-- slots by host.
--- @include "crawl/include/form"

local mostOfHost = perHost and tonumber(perHost)
local open
local slots = {}

-- Only pages count for a host; sources of addresses do not.
local function isPage(row) return string.find(row, '^0') or string.find(row, '^%[0,') end

local function slotsOf(host)
  slots[host] = slots[host] or tonumber(redis.call('HGET', key('slots'), host) or 0)
  return slots[host]
end

-- The list that an address belongs to.
local function listFor(host, row)
  if not admits then return 'fresh:' .. host end
  if mostOfHost and isPage(row) then
    if slotsOf(host) >= mostOfHost then
      redis.call('ZADD', key('capped'), 0, host)
      return 'held:' .. host
    end
    slots[host] = slots[host] + 1
  end
  open = open or count('open')
  if open <= 0 then return 'later' end
  open = open - 1
  return 'fresh:' .. host
end

-- Ends a script that admitted addresses.
local function settleSlots()
  if open then redis.call('HSET', crawl, 'open', open) end
  for host, number in pairs(slots) do redis.call('HSET', key('slots'), host, number) end
end
