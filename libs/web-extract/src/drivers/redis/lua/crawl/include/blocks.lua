-- Waiting addresses, packed: up to 64 rows of one host in one text, in a list of such blocks.
--
-- A block is `<sequence> <host> <base>` and a line for each address, `<distance from that sequence> <row>`. The base is the address
-- that rows share a beginning with. The hash `cursors` has the place of the next line in the first block of a list.
--- @include "crawl/include/long-lists"

local ROWS_A_BLOCK = 64

local function newBlock(sequence, host, base)
  return {first = sequence, host = host, base = base, lines = {}}
end

local function addLine(block, sequence, row)
  block.lines[#block.lines + 1] = (sequence - block.first) .. ' ' .. row
end

local function pushBlock(list, block)
  local head = block.first .. ' ' .. block.host .. ' ' .. block.base .. '\n'
  redis.call('RPUSH', key(endOfList(list, #block.lines)), head .. table.concat(block.lines, '\n'))
end

-- The first block of a list, and where its next line begins.
local function openBlock(list)
  local block = redis.call('LINDEX', key(list), 0)
  if not block then return end
  local at = redis.call('HGET', key('cursors'), list)
  return block, at and tonumber(at) or string.find(block, '\n', 1, true) + 1
end

local function sequenceAt(block, at)
  return string.match(block, '^%d+') + string.match(block, '^%d+', at)
end

-- Sequence of the first address of a list.
local function firstIn(list)
  local block, at = openBlock(list)
  if block then return sequenceAt(block, at) end
  local pointer = nextMoved(list)
  return pointer and string.match(pointer, '^%d+')
end

-- Takes the first address out of a list. Returns its sequence, host, base and row.
local function popRow(list)
  local block, at = openBlock(list)
  if not block then return end
  local _, host, base = string.match(block, '^(%d+) ([^ ]*) ([^\n]*)')
  local stop = string.find(block, '\n', at, true)
  local row = string.match(string.sub(block, at, (stop or 0) - 1), '^%d+ (.*)$')
  if stop then
    redis.call('HSET', key('cursors'), list, stop + 1)
  else
    redis.call('LPOP', key(list))
    redis.call('HDEL', key('cursors'), list)
  end
  countTaken(list)
  return sequenceAt(block, at), host, base, row
end
