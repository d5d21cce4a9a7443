-- The line of crawls with messages to send: a sorted set by the time from which they may be taken, so the one that waits longest
-- is first and one whose messages are being sent returns to the queue when that lease has expired.

local line = everywhere .. 'webhooks'

-- A crawl has something new to tell. One that is in the line stays where it is.
local function toldSoon(id)
  if redis.call('HEXISTS', crawl, 'webhook') == 1 then redis.call('ZADD', line, 'NX', timeNow(), id) end
end

-- The first message not sent, and how many there are; nothing when the crawl is gone.
local function messagesOf(crawl)
  local status, pages, position, expiresAt = unpack(redis.call('HMGET', crawl, 'status', 'page', 'webhook', 'expiresAt'))
  if not position or (expiresAt and tonumber(expiresAt) <= timeNow()) then return 0, 0 end
  return tonumber(position), 1 + tonumber(pages or 0) + (status == 'running' and 0 or 1)
end
