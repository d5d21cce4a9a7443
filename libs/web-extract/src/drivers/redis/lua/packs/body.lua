-- A body, or the location of it. ARGV: kind, owner, id.
--- @include "packs/include/keys"
--- @include "packs/include/packs"

return bodyOf(ARGV[1], ARGV[2], ARGV[3])
