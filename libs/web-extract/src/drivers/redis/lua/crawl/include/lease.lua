-- Who holds which address, and how a lease ends.

-- Whether a worker may still decide about an address: nobody else has taken it since, and the crawl is running.
local function isHeld(sequence, token)
  return statusNow() == 'running' and redis.call('HGET', key('holders'), sequence) == token
end

local function endLease(sequence)
  redis.call('ZREM', key('leases'), sequence)
  redis.call('HDEL', key('holders'), sequence)
  redis.call('SREM', key('rendering'), sequence)
end
