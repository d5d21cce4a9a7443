-- Replaces pointers to a pack by their bodies. ARGV: owner, pack, then kind, id, offset, length and body of each.
--- @include "packs/include/keys"
--- @include "packs/include/packs"

local owner, pack = ARGV[1], ARGV[2]
for i = 3, #ARGV, 5 do
  local kind, id = ARGV[i], ARGV[i + 1]
  local pointer = pack .. ' ' .. ARGV[i + 2] .. ' ' .. ARGV[i + 3]
  if redis.call('HGET', key('archived:' .. kind, owner), id) == pointer then
    redis.call('HSET', key(kind, owner), id, ARGV[i + 4])
    redis.call('HDEL', key('archived:' .. kind, owner), id)
    removePointer(owner, pack)
  end
end
