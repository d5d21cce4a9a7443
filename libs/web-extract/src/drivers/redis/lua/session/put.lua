-- Stores a session. KEYS[1]: sessions of the owner as JSON by name; KEYS[2]: their revisions by name.
-- ARGV: name, session, its revision, the replaced revision ('' for any), most sessions of the owner.
-- Answers 'stored', 'raced' or 'full'.
local name, session, revision, expected, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
local before = tonumber(redis.call('HGET', KEYS[2], name) or '0')
if expected ~= '' and before ~= tonumber(expected) then return 'raced' end
if before == 0 and redis.call('HLEN', KEYS[1]) >= most then return 'full' end
redis.call('HSET', KEYS[1], name, session)
redis.call('HSET', KEYS[2], name, math.max(revision, before + 1))
return 'stored'
