-- A response with its body. ARGV: owner, id.
--- @include "cache/include/cache"

return { redis.call('HGET', key('entries', ARGV[1]), ARGV[2]), redis.call('HGET', key('bodies', ARGV[1]), ARGV[2]) }
