-- The keys with the outcomes of a crawl, which expire with it.
local RESULTS = {
  'pages', 'sizes', 'records', 'failures', 'blocked',
  'segments:pages', 'segments:records', 'segments:failures', 'segments:blocked',
}

local GRACE_MS = 60000 -- should nobody be there to delete results when they have expired, Redis does it this much later

local function expireResults(expiresAt)
  for _, name in ipairs(RESULTS) do redis.call('PEXPIREAT', key(name), string.format('%.0f', expiresAt + GRACE_MS)) end
end
