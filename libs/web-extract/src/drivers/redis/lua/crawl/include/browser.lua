-- `browserWanted` of a crawl is when a worker without a browser first had a page that needs one.

-- Until when pages are left to a worker that has a browser.
local function waitsForBrowserUntil(patienceMs)
  local seen = tonumber(redis.call('GET', everywhere .. 'browserSeen') or 0)
  return math.max(seen, count('browserWanted')) + patienceMs
end
