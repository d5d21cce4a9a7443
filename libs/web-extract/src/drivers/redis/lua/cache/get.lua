-- A response with its body, or the location of it. ARGV: owner, id.
--- @include "cache/include/cache"

return { redis.call('HGET', key('entries', ARGV[1]), ARGV[2]), bodyOf('bodies', ARGV[1], ARGV[2]) }
