-- A worker with a browser announces itself in several shards. KEYS: prefixes of shards. ARGV: time that it is valid in milliseconds.
--- @include "shards/include/shards"

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, everywhere in ipairs(KEYS) do redis.call('SET', everywhere .. 'browserSeen', now, 'PX', ARGV[1]) end
