-- Removes responses. ARGV: owner, then ids.
--- @include "cache/include/cache"

for i = 2, #ARGV do removeEntry(ARGV[1], ARGV[i]) end
