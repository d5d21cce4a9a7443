-- Replaces the outcomes of an extractor. ARGV: id, outcomes, replaced revision. Answers 0 for another revision, or if the extractor was removed.
--- @include "extractor/include/extractor"

local id, runs, expected = ARGV[1], ARGV[2], tonumber(ARGV[3])
local before = tonumber(redis.call('HGET', key('runs', id), 'revision') or '0')
if before ~= expected or not exists(id) then return 0 end
redis.call('HSET', key('runs', id), 'revision', expected + 1, 'runs', runs)
return 1
