-- How a crawl keeps its addresses. Form 2 packs known keys and waiting rows, form 3 also counts the rows of each list; crawls of earlier
-- versions have no form.

local form, order, admits, perHost, isLong = unpack(redis.call('HMGET', crawl, 'form', 'order', 'admit', 'perHost', 'long'))
local isCounted = form == '3'
local isPacked = isCounted or form == '2'
