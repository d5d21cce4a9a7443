-- Stores a program. ARGV: id, version, program, most bytes of the owner, bytes left of all owners. Answers {'stored' | 'gone' | 'full', added bytes}.
--- @include "extractor/include/extractor"

local id, version, program = ARGV[1], ARGV[2], ARGV[3]
if not exists(id) then return { 'gone', 0 } end
local added = string.len(program) - redis.call('HSTRLEN', key('programs', id), version)
if not fits(added, ARGV[4], ARGV[5]) then return { 'full', 0 } end
redis.call('HSET', key('programs', id), version, program)
return { 'stored', use('state', added) }
