-- Removes the registration of a pack. ARGV: owner, pack.
--- @include "packs/include/keys"
--- @include "packs/include/even-when-full"

redis.call('HDEL', key('packs', ARGV[1]), ARGV[2])
redis.call('ZREM', prefix .. 'packs-due', ARGV[1] .. ' ' .. ARGV[2])
