-- Deletes a program. ARGV: id, version. Answers the added bytes.
--- @include "extractor/include/extractor"

local bytes = redis.call('HSTRLEN', key('programs', ARGV[1]), ARGV[2])
redis.call('HDEL', key('programs', ARGV[1]), ARGV[2])
return use('state', -bytes)
