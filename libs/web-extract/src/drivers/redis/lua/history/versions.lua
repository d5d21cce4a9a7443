-- The older texts of a page, the newest first, as far as they are there. ARGV: owner, group, host, page, alias.
--- @include "history/include/history"

local owner, group = ARGV[1], ARGV[2]
local host, page = placeOf(group, ARGV[3], ARGV[4], ARGV[5])
local row = redis.call('HGET', headsOf(group, host), page)
local versions = {}
if not row then return versions end
for i, n in ipairs(readRow(row).versions) do
  local version = redis.call('HGET', key('versions', owner), n)
  if not version then break end -- each is a difference to the one before it
  versions[i] = version
end
return versions
