-- Entries of a feed. ARGV: feed, number to read after, most entries, most bytes, last entry of a snapshot ('-': none).
-- Answers whether there are more, up to which number the range was read, then of each entry its number, row, content, and whether the
-- previous one is gone.
--- @include "history/include/history"
--- @include "history/include/feed"

local feed, after, limit, most = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local untilSeq = ARGV[5] ~= NONE and tonumber(ARGV[5]) or nil
local STEP, MAX_STEPS = 500, 10 -- entries of a snapshot may be far between
local found, count, bytes = { 0, ARGV[2] }, 0, 0
for _ = 1, MAX_STEPS do
  local numbers = redis.call('ZRANGEBYSCORE', key('feed-order', feed), '(' .. string.format('%.0f', after), untilSeq and ARGV[5] or '+inf', 'LIMIT', 0, STEP)
  for _, n in ipairs(numbers) do
    local row = redis.call('HGET', key('feed-entries', feed), n)
    local entry = cjson.decode(row)
    local isMeant = true
    if untilSeq then
      local page = entry.upsert and feedRow('feed-pages', feed, entry.page)
      isMeant = page and page.seq == tonumber(n)
    end
    if isMeant then
      if count >= limit or bytes > most then
        found[1] = 1
        return found
      end
      local content = entry.upsert and redis.call('HGET', key('feed-chunks', feed), n) or ''
      local isDetached = entry.previousSeq > 0 and redis.call('HEXISTS', key('feed-entries', feed), entry.previousSeq) == 0
      for _, value in ipairs({ n, row, content or '', isDetached and 1 or 0 }) do found[#found + 1] = value end
      count, bytes = count + 1, bytes + #(content or '')
    end
    after, found[2] = tonumber(n), n
  end
  if #numbers < STEP then return found end
end
found[1] = 1
return found
