-- How addresses enter a crawl. Four arguments each: hash of the key, host, row, hash of the path with variants or nothing.

local MAX_QUERY_VARIANTS = 500 -- as the port has it, whose contract suite holds us to it

-- Counts a new variant of a path; beyond the bound it is refused.
local function isTrapped(path)
  if path == '' then return false end
  if tonumber(redis.call('HGET', key('variants'), path) or 0) >= MAX_QUERY_VARIANTS then
    redis.call('HINCRBY', crawl, 'trapped', 1)
    return true
  end
  redis.call('HINCRBY', key('variants'), path, 1)
  return false
end

-- Whether a key is new to the crawl and within the bound of its path; it is known from now on.
local function enters(hash, path, sequence)
  if path == '' then return redis.call('HSETNX', key('known'), hash, sequence) == 1 end
  if redis.call('HEXISTS', key('known'), hash) == 1 or isTrapped(path) then return false end
  redis.call('HSET', key('known'), hash, sequence)
  return true
end

-- Queues rows of one host, which are all younger than what it has.
local function queue(host, rows)
  redis.call('ZADD', key('hosts'), 'NX', string.match(rows[1], '^%d+'), host)
  for from = 1, #rows, 1000 do
    redis.call('RPUSH', key('fresh:' .. host), unpack(rows, from, math.min(from + 999, #rows)))
  end
end

-- Takes in the addresses that the arguments hold from a place on. Returns how many were new.
local function addUrls(from)
  local before = count('known')
  local sequence, byHost = before, {}
  for i = from, #ARGV, 4 do
    if enters(ARGV[i], ARGV[i + 3], sequence) then
      local rows = byHost[ARGV[i + 1]] or {}
      byHost[ARGV[i + 1]] = rows
      rows[#rows + 1] = sequence .. ARGV[i + 2]
      sequence = sequence + 1
    end
  end
  if sequence == before then return 0 end
  redis.call('HSET', crawl, 'known', sequence)
  for host, rows in pairs(byHost) do queue(host, rows) end
  return sequence - before
end
