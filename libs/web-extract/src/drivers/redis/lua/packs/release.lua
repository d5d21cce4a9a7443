-- Ends the lease of an owner. ARGV: owner, pack.
--- @include "packs/include/keys"
--- @include "packs/include/even-when-full"

if redis.call('GET', key('packing', ARGV[1])) == ARGV[2] then redis.call('DEL', key('packing', ARGV[1])) end
