-- Gives the credits that an owner was given, and what of them is used or set aside; nothing where none were given. ARGV: owner, longest
-- time.
--- @include "allowance/include/owner"

local given = redis.call('HGET', granted, owner)
return given and { tonumber(given), tonumber(redis.call('HGET', used, owner) or 0) } or false
