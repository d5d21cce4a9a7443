-- Stores a new extractor. ARGV: id, name or '', extractor as JSON, its revision, most extractors, most bytes of the owner, bytes left of
-- all owners, time of its creation.
-- Answers {'stored' | 'exists' | 'full', added bytes}.
--- @include "extractor/include/extractor"

local id, name, row, revision = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if name ~= '' and redis.call('HEXISTS', key('names'), name) == 1 then return { 'exists', 0 } end
if redis.call('HLEN', key('all')) >= tonumber(ARGV[5]) then return { 'full', 0 } end
local bytes = string.len(row)
if not fits(bytes, ARGV[6], ARGV[7]) then return { 'full', 0 } end
redis.call('HSET', key('all'), id, row)
redis.call('HSET', key('revisions'), id, revision)
redis.call('HSET', key('times'), id, ARGV[8])
if name ~= '' then redis.call('HSET', key('names'), name, id) end
return { 'stored', use('state', bytes) }
