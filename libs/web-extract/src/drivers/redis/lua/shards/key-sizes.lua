-- Types of keys with the number of their elements, or of bytes of a string. KEYS: keys.

local SIZES = {hash = 'HLEN', list = 'LLEN', set = 'SCARD', zset = 'ZCARD', string = 'STRLEN', stream = 'XLEN'}
local sizes = {}
for n, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  sizes[n] = kind == 'none' and kind or kind .. ' ' .. redis.call(SIZES[kind], key)
end
return sizes
