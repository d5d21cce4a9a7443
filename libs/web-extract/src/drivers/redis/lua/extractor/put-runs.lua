-- Replaces the outcomes of an extractor. ARGV: id, outcomes, replaced revision, what they have saved, most bytes of the owner, bytes left of
-- all owners. Answers {'stored' | 'raced' | 'full', added bytes}; raced also if the extractor was removed.
--- @include "extractor/include/extractor"

local id, runs, expected = ARGV[1], ARGV[2], tonumber(ARGV[3])
local before = tonumber(redis.call('HGET', key('runs', id), 'revision') or '0')
if before ~= expected or not exists(id) then return { 'raced', 0 } end
local added = string.len(runs) - redis.call('HSTRLEN', key('runs', id), 'runs')
if not fits(added, ARGV[5], ARGV[6]) then return { 'full', 0 } end
redis.call('HSET', key('runs', id), 'revision', expected + 1, 'runs', runs, 'saved', ARGV[4])
return { 'stored', use('state', added) }
