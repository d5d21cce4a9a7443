-- Replaces the cookies of a job. KEYS[1]: its hash. ARGV: the new revision, one more than the stored one; the encrypted cookies;
-- milliseconds until they are deleted. Answers 1, or 0 if another process has changed them.
local before = tonumber(redis.call('HGET', KEYS[1], 'revision') or '0')
if before ~= tonumber(ARGV[1]) - 1 then return 0 end
redis.call('HSET', KEYS[1], 'revision', ARGV[1], 'sealed', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
