-- Whether the results of a crawl can be read: it is there and has not expired.
local function isReadable(crawl)
  local status, expiresAt = unpack(redis.call('HMGET', crawl, 'status', 'expiresAt'))
  return status and not (expiresAt and tonumber(expiresAt) <= timeNow())
end
