-- Postpones a due pack; one without pointers receives none from now on. ARGV: owner, pack, time. Answers its pointers and its size.
--- @include "packs/include/keys"
--- @include "packs/include/packs"
--- @include "packs/include/even-when-full"

local owner, pack = ARGV[1], ARGV[2]
local row = packOf(owner, pack)
if not row then
  redis.call('ZREM', prefix .. 'packs-due', owner .. ' ' .. pack)
  return false
end
redis.call('ZADD', prefix .. 'packs-due', ARGV[3], owner .. ' ' .. pack)
if row.pointers == 0 then
  row.pointers = -1
  putPack(owner, pack, row)
end
return { math.max(row.pointers, 0), row.bytes }
