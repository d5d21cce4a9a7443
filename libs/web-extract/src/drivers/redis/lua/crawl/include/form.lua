-- How a crawl keeps its addresses. Form 2 packs known keys and waiting rows; crawls of earlier versions have no form.

local form, order, admits, perHost = unpack(redis.call('HMGET', crawl, 'form', 'order', 'admit', 'perHost'))
local isPacked = form == '2'
