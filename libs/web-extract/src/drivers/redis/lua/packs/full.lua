-- Owners with enough bodies in the store for a pack. ARGV: least bodies, least bytes, index of the first owner and of the last one, kinds.
-- Answers the number of owners that were looked at, then those owners.
--- @include "packs/include/keys"
--- @include "packs/include/enough"

local owners = redis.call('ZRANGE', prefix .. 'usage', ARGV[3], ARGV[4])
local full = { #owners }
for _, owner in ipairs(owners) do
  if isEnough(owner, { unpack(ARGV, 5) }, tonumber(ARGV[1]), tonumber(ARGV[2])) then full[#full + 1] = owner end
end
return full
