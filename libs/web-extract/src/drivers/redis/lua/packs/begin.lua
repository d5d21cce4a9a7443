-- Registers a pack and leases its owner. ARGV: owner, pack, least bodies, least bytes, most bodies, most bytes, lease, time until which the
-- pack is written, kinds. Answers kind, id and body of the oldest ones; nothing if the owner is leased or has too few.
--- @include "packs/include/keys"
--- @include "packs/include/packs"
--- @include "packs/include/enough"
--- @include "packs/include/even-when-full"

local owner, pack, kinds = ARGV[1], ARGV[2], { unpack(ARGV, 9) }
local mostBodies, mostBytes = tonumber(ARGV[5]), tonumber(ARGV[6])
local found, bytes = {}, 0
if not isEnough(owner, kinds, tonumber(ARGV[3]), tonumber(ARGV[4])) then return found end
if not redis.call('SET', key('packing', owner), pack, 'NX', 'PX', ARGV[7]) then return found end
putPack(owner, pack, { pointers = 0, bodies = 0, bytes = 0 })
duePack(owner, pack, timeMs() + tonumber(ARGV[8]))
for _, kind in ipairs(kinds) do
  local ids = redis.call('HKEYS', key(kind, owner))
  if tonumber(ids[1]) and kind ~= 'bodies' then table.sort(ids, function(a, b) return tonumber(a) < tonumber(b) end) end
  for _, id in ipairs(ids) do
    if bytes >= mostBytes or #found >= 3 * mostBodies then return found end
    local body = redis.call('HGET', key(kind, owner), id)
    found[#found + 1], found[#found + 2], found[#found + 3] = kind, id, body
    bytes = bytes + #body
  end
end
return found
