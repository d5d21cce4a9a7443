-- Changes the room of a crawl. KEYS as in reserve-room. ARGV: id, 'running', 'gone', or the time at which its results expire.

redis.call('UNLINK', KEYS[1] .. ':nothing') -- allows the writes in a full Redis
local id, state = unpack(ARGV)
redis.call('ZREM', KEYS[2], id)
if state == 'running' then
  redis.call('ZADD', KEYS[1], 0, id)
else
  redis.call('ZREM', KEYS[1], id)
  if state ~= 'gone' then redis.call('ZADD', KEYS[2], state, id) end
end
