-- Keeps what is known of a host that has pages. ARGV: owner, group, site, host, facts as JSON.
--- @include "history/include/history"

local owner, group, site, host, facts = unpack(ARGV, 1, 5)
local before = redis.call('HGET', key('sites', group), site)
if before then
  local lines = { host .. ' ' .. facts }
  for line in string.gmatch(before, '[^\n]+') do
    if string.match(line, '^%S+') ~= host then lines[#lines + 1] = line end
  end
  local after = table.concat(lines, '\n')
  redis.call('HSET', key('sites', group), site, after)
  addBytes(owner, bytesOfSite(site, after) - bytesOfSite(site, before))
end
