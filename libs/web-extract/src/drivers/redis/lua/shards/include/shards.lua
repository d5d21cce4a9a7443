-- Prefixes of shards as KEYS, for scripts that read several shards. Keys of several slots of a Cluster cannot be declared: there
-- the arguments begin with the number of prefixes, and the prefixes.

local isCluster = #KEYS == 0
local KEYS, ARGV = KEYS, ARGV
if isCluster then
  local count = tonumber(ARGV[1])
  local prefixes, rest = {}, {}
  for i = 2, #ARGV do
    if i <= count + 1 then prefixes[#prefixes + 1] = ARGV[i] else rest[#rest + 1] = ARGV[i] end
  end
  KEYS, ARGV = prefixes, rest
end
