-- Removes pages of a site; then the entry of the site if it has no pages, and that of the group if it has no sites.
-- ARGV: owner, group, site, then rows and the revision that each must have, empty for any.
--- @include "history/include/history"
--- @include "history/include/feed"

local owner, group, site = ARGV[1], ARGV[2], ARGV[3]
local feed = feedOfGroup(owner, group)
local removed = 0
for i = 4, #ARGV, 2 do
  local row = redis.call('HGET', headsOf(group, site), ARGV[i])
  local stored = row and readRow(row)
  if stored and (ARGV[i + 1] == '' or stored.revision == tonumber(ARGV[i + 1])) then
    if feed then removeFeedPageOf(owner, feed, group, stored.page) end
    removeBlob('texts', owner, stored.text)
    for _, n in ipairs(stored.versions) do removeBlob('versions', owner, n) end
    if stored.alias ~= NONE then redis.call('HDEL', key('aliases', group), stored.alias) end
    redis.call('HDEL', headsOf(group, site), ARGV[i])
    addBytes(owner, -bytesOfHead(stored.head))
    removed = removed + 1
  end
end
local facts = redis.call('HGET', key('sites', group), site)
if facts and redis.call('EXISTS', headsOf(group, site)) == 0 then
  redis.call('HDEL', key('sites', group), site)
  addBytes(owner, -bytesOfSite(site, facts))
end
local names = redis.call('HGET', key('groups', owner), group)
if names and redis.call('EXISTS', key('sites', group)) == 0 then
  redis.call('HDEL', key('groups', owner), group)
  addBytes(owner, -bytesOfGroup(names))
end
return removed
