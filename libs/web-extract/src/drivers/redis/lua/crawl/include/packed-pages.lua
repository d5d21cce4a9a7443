-- How packed pages lie in the hash `pages`: in one field, or in two where that spares memory.
--
-- The allocator of Redis (jemalloc) has four sizes between a power of two and the next: 8.5 KB take 10 KB, a ninth of all memory
-- is lost on average. Cut where a size ends, they take 8.6 KB.

local HEADER = 6 -- what Redis adds to a text
local LEAST_GAIN = 200 -- a field more costs 70 bytes

-- Bytes of the first part.
local function cutOf(length)
  local _, exponent = math.frexp(length + HEADER)
  local step = 2 ^ (exponent - 3)
  local rest = (length + HEADER) % step
  return step - rest > LEAST_GAIN and length - rest or length
end

local function storePacked(position, page)
  local cut = cutOf(#page)
  redis.call('HSET', key('pages'), position, string.sub(page, 1, cut))
  if cut < #page then redis.call('HSET', key('pages'), position .. '+', string.sub(page, cut + 1)) end
end

-- Reads pages up to one that is missing.
local function readPacked(positions)
  local pages = {}
  for i, position in ipairs(positions) do
    local head, tail = unpack(redis.call('HMGET', key('pages'), position, position .. '+'))
    if not head then break end
    pages[i] = tail and head .. tail or head
  end
  return pages
end
