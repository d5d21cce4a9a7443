-- Replaces bodies by pointers. ARGV: owner, pack, then kind, id, SHA-1 of the body, offset and length of each.
-- A body that was replaced or removed since then is passed over.
--- @include "packs/include/keys"
--- @include "packs/include/packs"
--- @include "packs/include/even-when-full"

local owner, pack = ARGV[1], ARGV[2]
local row = packOf(owner, pack)
if not row or row.pointers < 0 then return 0 end
for i = 3, #ARGV, 5 do
  local kind, id = ARGV[i], ARGV[i + 1]
  local body = redis.call('HGET', key(kind, owner), id)
  if body and redis.sha1hex(body) == ARGV[i + 2] then
    redis.call('HDEL', key(kind, owner), id)
    redis.call('HSET', key('archived:' .. kind, owner), id, pack .. ' ' .. ARGV[i + 3] .. ' ' .. ARGV[i + 4])
    row.pointers = row.pointers + 1
  end
  row.bodies = row.bodies + 1
end
putPack(owner, pack, row)
return 1
