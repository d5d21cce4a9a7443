-- Scripts of the host gate. KEYS[1] is the state of a host: `start` of the page that started last, `paced` when the delay of
-- whoever keeps the longest is over, `closed` until when the host wants to be left alone, and the place of the one that keeps a
-- delay now (`pacer`). KEYS[2] holds the places taken, each with the time its lease ends; their names begin with the owner's.
-- KEYS[3] holds who was refused and waits, in order, KEYS[4] by when each asks again or is forgotten. KEYS[5] holds the round
-- that is being served (`round`), how many were refused (`count`), and the last round in which each owner has a turn. All times are milliseconds by the clock of Redis. What is past
-- is forgotten by expiry.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
