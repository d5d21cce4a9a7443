-- Whether an owner has enough bodies in the store for a pack.

local function isEnough(owner, kinds, leastBodies, leastBytes)
  local bodies, bytes = 0, 0
  for _, kind in ipairs(kinds) do bodies = bodies + redis.call('HLEN', key(kind, owner)) end
  if bodies >= leastBodies then return true end
  for _, kind in ipairs(kinds) do
    for _, id in ipairs(redis.call('HKEYS', key(kind, owner))) do bytes = bytes + redis.call('HSTRLEN', key(kind, owner), id) end
  end
  return bytes >= leastBytes
end
