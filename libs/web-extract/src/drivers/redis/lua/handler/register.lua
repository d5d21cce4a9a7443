-- Registers a handler. ARGV: name, kind, most handlers, then sources and cursors as JSON.
-- Answers 'new', 'known', 'other-kind' or 'full'.
--- @include "handler/include/handler"

local name, kind, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
local before = redis.call('HGET', key('all'), name)
if before then return before == kind and 'known' or 'other-kind' end
if redis.call('HLEN', key('all')) >= most then return 'full' end
redis.call('HSET', key('all'), name, kind)
for at = 4, #ARGV, 2 do redis.call('HSET', key('cursors', name), ARGV[at], ARGV[at + 1]) end
return 'new'
