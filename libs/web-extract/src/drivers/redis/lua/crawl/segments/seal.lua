-- Replaces rows by pointers to a segment. ARGV: token, then for pages, records, failures and blocked: position of the first row, number of rows,
-- pointer or nothing. Answers 'replaced', 'lost' when the lease is not owned any more, or 'gone' when the crawl is not there.
--- @include "crawl/include/crawl"
--- @include "crawl/include/segments"
--- @include "crawl/include/even-when-full"

local GRACE_MS = 60000 -- as when the crawl ended
local FIELDS_AT_ONCE = 1000
local KINDS = {'pages', 'records', 'failures', 'blocked'}

local function removePages(first, rows)
  for from = first, first + rows - 1, FIELDS_AT_ONCE do
    local fields = {}
    for position = from, math.min(from + FIELDS_AT_ONCE, first + rows) - 1 do
      fields[#fields + 1] = position
      fields[#fields + 1] = position .. '+'
    end
    redis.call('HDEL', key('pages'), unpack(fields))
  end
  redis.call('LTRIM', key('sizes'), rows, -1)
end

local function isDone()
  for i, kind in ipairs(KINDS) do
    local pointer = ARGV[3 * i + 1]
    if pointer ~= '' then return redis.call('ZSCORE', key('segments:' .. kind), pointer) and true or false end
  end
  return false
end

if not statusNow() then return 'gone' end
if isDone() then return 'replaced' end -- sent again because the answer was lost
if redis.call('GET', key('sealer')) ~= ARGV[1] then return 'lost' end
for i, kind in ipairs(KINDS) do
  if ARGV[3 * i + 1] ~= '' and sealedOf(kind) ~= tonumber(ARGV[3 * i - 1]) then return 'lost' end
end
local expiresAt = redis.call('HGET', crawl, 'expiresAt')
for i, kind in ipairs(KINDS) do
  local first, rows, pointer = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), ARGV[3 * i + 1]
  if pointer ~= '' then
    redis.call('ZADD', key('segments:' .. kind), first, pointer)
    if expiresAt then redis.call('PEXPIREAT', key('segments:' .. kind), expiresAt + GRACE_MS) end
    redis.call('HSET', crawl, 'sealed.' .. kind, first + rows)
    if kind == 'pages' then removePages(first, rows) else redis.call('LTRIM', key(kind), rows, -1) end
  end
end
redis.call('DEL', key('sealer'))
return 'replaced'
