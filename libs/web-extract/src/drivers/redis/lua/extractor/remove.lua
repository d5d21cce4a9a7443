-- Deletes an extractor with its programs and outcomes; its values are deleted by forget. ARGV: id. Answers {1 or 0, added bytes}.
--- @include "extractor/include/extractor"

local id = ARGV[1]
local row = redis.call('HGET', key('all'), id)
if not row then return { 0, 0 } end
local bytes = string.len(row) + redis.call('HSTRLEN', key('runs', id), 'runs')
for _, program in ipairs(redis.call('HVALS', key('programs', id))) do bytes = bytes + string.len(program) end
local name = cjson.decode(row).name
if name ~= cjson.null then redis.call('HDEL', key('names'), name) end
redis.call('HDEL', key('all'), id)
redis.call('HDEL', key('revisions'), id)
redis.call('HDEL', key('times'), id)
redis.call('UNLINK', key('programs', id), key('runs', id))
return { 1, use('state', -bytes) }
