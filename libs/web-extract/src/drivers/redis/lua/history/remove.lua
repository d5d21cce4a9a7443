-- Removes pages of a host. ARGV: owner, group, host, then by turns a page and its bytes without texts.
--- @include "history/include/history"

local owner, group, host = ARGV[1], ARGV[2], ARGV[3]
local removed = 0
for i = 4, #ARGV, 2 do
  local row = redis.call('HGET', headsOf(group, host), ARGV[i])
  if row then
    local stored = readRow(row)
    removeBlob('texts', owner, stored.text)
    for _, n in ipairs(stored.versions) do removeBlob('versions', owner, n) end
    if stored.alias ~= NONE then redis.call('HDEL', key('aliases', group), stored.alias) end
    redis.call('HDEL', headsOf(group, host), ARGV[i])
    addBytes(owner, -tonumber(ARGV[i + 1]))
    removed = removed + 1
  end
end
return removed
