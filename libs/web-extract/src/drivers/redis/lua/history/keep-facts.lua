-- Keeps what is known of a host that has pages. ARGV: group, host, facts.
--- @include "history/include/history"

if redis.call('HEXISTS', key('hosts', ARGV[1]), ARGV[2]) == 1 then redis.call('HSET', key('hosts', ARGV[1]), ARGV[2], ARGV[3]) end
