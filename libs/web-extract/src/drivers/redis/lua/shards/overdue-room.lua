-- Crawls of an owner that should have started. KEYS as in reserve-room. Answers ids.

local time = redis.call('TIME')
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', time[1] * 1000 + math.floor(time[2] / 1000))
