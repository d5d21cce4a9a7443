-- Removes the last mark of an extractor, unless it was marked again. ARGV: its name.
--- @include "extractor/include/waiting"

if redis.call('SISMEMBER', key('last'), ARGV[1]) == 1 then removeMark(ARGV[1]) end
return 1
