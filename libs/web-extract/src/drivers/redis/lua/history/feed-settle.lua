-- Changes pages of a feed. ARGV: owner, feed, time, what, pages. 'remove' and 'hold' decide about pending removals, 'forget' deletes
-- pages, 'drop' drops deletions before the time. Answers how many deletions were written.
--- @include "history/include/history"
--- @include "history/include/feed"

local owner, feed, at, what = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local written = 0
if redis.call('EXISTS', key('feed', feed)) == 0 then return 0 end
for i = 5, #ARGV do
  local page = ARGV[i]
  local pending = feedRow('feed-pending', feed, page)
  if what == 'forget' or (what == 'remove' and pending) then
    written = written + removeFeedPage(owner, feed, page, at)
  elseif what == 'hold' and pending and isNull(pending.heldAt) then
    pending.heldAt = at
    putFeedRow('feed-pending', feed, page, pending)
    addFeed(feed, 'held', 1)
  elseif what == 'drop' then
    local row = feedRow('feed-pages', feed, page)
    local entry = row and not row.live and feedRow('feed-entries', feed, row.seq)
    if entry and entry.at < at then dropDeletion(owner, feed, page, row.seq) end
  end
end
return written
