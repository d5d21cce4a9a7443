-- How addresses enter a crawl. Four arguments each: hash of the key, `host newline base` or nothing when they are those of the one
-- before, row, hash of the path with variants or nothing.
--- @include "crawl/include/frontier"
--- @include "crawl/include/known"
--- @include "crawl/include/admission"

local MAX_QUERY_VARIANTS = 500 -- as the port has it, whose contract suite holds us to it

-- Counts a new variant of a path; beyond the bound it is refused.
local function isTrapped(path)
  if path == '' then return false end
  if tonumber(redis.call('HGET', key('variants'), path) or 0) >= MAX_QUERY_VARIANTS then
    redis.call('HINCRBY', crawl, 'trapped', 1)
    return true
  end
  redis.call('HINCRBY', key('variants'), path, 1)
  return false
end

-- Whether a key is new to the crawl and within the bound of its path; it is known from now on.
local function enters(hash, path, sequence)
  if path == '' then return makeKnown(hash, sequence) end
  if isKnown(hash) or isTrapped(path) then return false end
  return makeKnown(hash, sequence)
end

-- Blocks of a list that are being filled, by its name. A list has the addresses of one host, or those of `later`.
local openBlocks, firstOfHost, countOfHost = {}, {}, {}

local function queueRow(host, base, sequence, row)
  local list = listFor(host, row)
  local block = openBlocks[list]
  if block and (#block.lines >= ROWS_A_BLOCK or block.host ~= host or block.base ~= base) then
    pushBlock(list, block)
    block = nil
  end
  if not block then
    block = newBlock(sequence, host, base)
    openBlocks[list] = block
  end
  addLine(block, sequence, row)
  if list ~= 'fresh:' .. host then return end
  firstOfHost[host] = firstOfHost[host] or sequence
  countOfHost[host] = (countOfHost[host] or 0) + 1
end

local function settleBlocks()
  for list, block in pairs(openBlocks) do pushBlock(list, block) end
  for host, more in pairs(countOfHost) do arrive(host, firstOfHost[host], more) end
  openBlocks, firstOfHost, countOfHost = {}, {}, {}
  settleSlots()
end

-- Takes in the addresses that the arguments hold from a place on. Returns how many were new.
local function addUrls(from)
  local before = count('known')
  local sequence, host, base = before, nil, nil
  local args, text = ARGV, tostring(sequence) -- formatted once per number, not in each command
  for i = from, #args, 4 do
    if args[i + 1] ~= '' then host, base = string.match(args[i + 1], '^([^\n]*)\n(.*)$') end
    if enters(args[i], args[i + 3], text) then
      queueRow(host, base, sequence, args[i + 2])
      sequence = sequence + 1
      text = tostring(sequence)
    end
  end
  if sequence == before then return 0 end
  redis.call('HSET', crawl, 'known', sequence)
  settleBlocks()
  settleKnown()
  return sequence - before
end

local function queueOne(sequence, host, base, row)
  local block = newBlock(sequence, host, base)
  addLine(block, sequence, row)
  pushBlock('fresh:' .. host, block)
  arrive(host, sequence, 1)
end

-- Gives a slot to the first address of a list. If that is in the archive, the list is owed the slot until it was read.
local function passSlotTo(list)
  local sequence, host, base, row = popRow(list)
  if sequence then
    queueOne(sequence, host, base, row)
    return true
  end
  if not isLong or not hasMoved(list) then return false end
  redis.call('HINCRBY', key('owed'), list, 1)
  redis.call('SADD', key('low'), list)
  return true
end

-- Gives a slot to the next address of a host that is at its bound, or to the next one of all.
local function passSlot(host)
  if host then
    if passSlotTo('held:' .. host) then return end
    redis.call('HINCRBY', key('slots'), host, -1)
  end
  if not passSlotTo('later') then redis.call('HINCRBY', crawl, 'open', 1) end
end

-- Passes on the slot of an address that ended without a page. `place` is where it belonged.
local function passSlotOn(place)
  if not admits then return end
  local isOfHost = mostOfHost and isPage(string.match(place, '[^\n]*$'))
  passSlot(isOfHost and string.match(place, '^[^ ]*'))
end
