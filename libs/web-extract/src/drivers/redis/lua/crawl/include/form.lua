-- Which order and bounds the addresses of a crawl have, and whether it has a long list.

local order, admits, perHost, isLong = unpack(redis.call('HMGET', crawl, 'order', 'admit', 'perHost', 'long'))
