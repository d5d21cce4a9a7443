-- A pack is written, and its pointers are set. ARGV: owner, pack, size.
--- @include "packs/include/keys"
--- @include "packs/include/packs"
--- @include "packs/include/even-when-full"

local owner, pack = ARGV[1], ARGV[2]
local row = packOf(owner, pack)
if not row or row.pointers < 0 then return 0 end
row.bytes = tonumber(ARGV[3])
putPack(owner, pack, row)
redis.call('ZREM', prefix .. 'packs-due', owner .. ' ' .. pack)
if row.pointers < row.bodies then duePack(owner, pack, timeMs()) end
return 1
