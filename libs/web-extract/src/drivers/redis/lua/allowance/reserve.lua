-- Sets aside what work may come to. ARGV: owner, longest time, a name for it, credits, pages, most pages a day (-1: any). Gives the
-- credits, when the day began, and what is set aside by its name and figures, or nothing.
--- @include "allowance/include/owner"

local id, pages, perDay = ARGV[3], tonumber(ARGV[5]), tonumber(ARGV[6])
local left = creditsLeft()
if left and left <= 0 then return 'no-credits' end
local credits = left and math.min(left, tonumber(ARGV[4])) or 0
local since = 0
if perDay >= 0 then
  local count = tonumber(redis.call('HGET', day, 'count') or 0)
  if count + math.max(1, pages) > perDay then return 'no-pages' end
  since = tonumber(redis.call('HGET', day, 'since') or 0)
  if since == 0 then since = now end
  if pages > 0 then
    local isNew = redis.call('HSETNX', day, 'since', string.format('%.0f', since)) == 1
    if isNew then redis.call('PEXPIRE', day, DAY_MS) end
    redis.call('HINCRBY', day, 'count', pages)
  end
end
if credits > 0 then redis.call('HINCRBY', used, owner, credits) end
if credits == 0 and (since == 0 or pages == 0) then return { credits, since, '' } end
local member = string.format('%s %.0f %.0f %.0f', id, credits, pages, since)
redis.call('ZADD', aside, now, member)
return { credits, since, member }
