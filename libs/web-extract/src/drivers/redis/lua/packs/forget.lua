-- Packs of an owner with removed bodies are dissolved soon. ARGV: owner.
--- @include "packs/include/keys"
--- @include "packs/include/packs"
--- @include "packs/include/even-when-full"

local owner = ARGV[1]
local soon = timeMs() + FORGOTTEN_MS
for _, pack in ipairs(redis.call('HKEYS', key('packs', owner))) do
  local isDue = redis.call('ZSCORE', prefix .. 'packs-due', owner .. ' ' .. pack)
  if isDue and packOf(owner, pack).bytes > 0 then duePack(owner, pack, soon) end
end
