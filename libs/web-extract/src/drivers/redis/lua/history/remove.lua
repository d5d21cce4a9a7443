-- Removes pages of a host; then the entry of the host if it has no pages, and that of the group if it has no hosts.
-- ARGV: owner, group, host, then pages.
--- @include "history/include/history"
--- @include "history/include/feed"

local owner, group, host = ARGV[1], ARGV[2], ARGV[3]
local feed = feedOfGroup(owner, group)
local removed = 0
for i = 4, #ARGV do
  local row = redis.call('HGET', headsOf(group, host), ARGV[i])
  if row then
    if feed then removeFeedPageOf(owner, feed, group, ARGV[i]) end
    local stored = readRow(row)
    removeBlob('texts', owner, stored.text)
    for _, n in ipairs(stored.versions) do removeBlob('versions', owner, n) end
    if stored.alias ~= NONE then redis.call('HDEL', key('aliases', group), stored.alias) end
    redis.call('HDEL', headsOf(group, host), ARGV[i])
    addBytes(owner, -bytesOfHead(stored.head))
    removed = removed + 1
  end
end
local facts = redis.call('HGET', key('hosts', group), host)
if facts and redis.call('EXISTS', headsOf(group, host)) == 0 then
  redis.call('HDEL', key('hosts', group), host)
  addBytes(owner, -bytesOfHost(host, facts))
end
local names = redis.call('HGET', key('groups', owner), group)
if names and redis.call('EXISTS', key('hosts', group)) == 0 then
  redis.call('HDEL', key('groups', owner), group)
  addBytes(owner, -bytesOfGroup(names))
end
return removed
