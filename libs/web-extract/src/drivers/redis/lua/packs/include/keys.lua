-- What every script about packs begins with. `KEYS[1]` begins all keys of a history or a cache.

local prefix = KEYS[1]

local function key(name, of) return prefix .. name .. ':' .. of end
