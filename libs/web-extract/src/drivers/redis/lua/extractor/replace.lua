-- Replaces an extractor. ARGV: id, name or '', extractor as JSON, its revision, most bytes of the owner, bytes left of all owners. Answers
-- {'stored' | 'raced' | 'exists' | 'gone' | 'full', added bytes}.
--- @include "extractor/include/extractor"

local id, name, row, revision = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local before = redis.call('HGET', key('all'), id)
if not before then return { 'gone', 0 } end
if tonumber(redis.call('HGET', key('revisions'), id)) ~= revision - 1 then return { 'raced', 0 } end
local added = string.len(row) - string.len(before)
if not fits(added, ARGV[5], ARGV[6]) then return { 'full', 0 } end
local old = cjson.decode(before).name
if old == cjson.null then old = '' end
if old ~= name then
  if name ~= '' and redis.call('HEXISTS', key('names'), name) == 1 then return { 'exists', 0 } end
  if old ~= '' then redis.call('HDEL', key('names'), old) end
  if name ~= '' then redis.call('HSET', key('names'), name, id) end
end
redis.call('HSET', key('all'), id, row)
redis.call('HSET', key('revisions'), id, revision)
return { 'stored', use('state', added) }
