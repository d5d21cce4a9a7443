-- Sets aside what work may come to. ARGV: owner, longest time, a name for it, credits, pages, limits of a day (pages, bytes, milliseconds
-- of the browser, tokens; -1: any). Gives the credits, when the day began, its pages, what is set aside by its name and figures or nothing,
-- and the credits given and used.
--- @include "allowance/include/owner"

local NAMES = { 'pages', 'bytes', 'browserMs', 'tokens' }
local id, pages = ARGV[3], tonumber(ARGV[5])
local left = creditsLeft()
if left and left <= 0 then return 'no-credits' end
local credits = left and math.min(left, tonumber(ARGV[4])) or 0
local amounts = amountsOfDay()
for n, amount in ipairs(amounts) do
  local limit, more = tonumber(ARGV[5 + n]), n == 1 and math.max(1, pages) or 1
  if limit >= 0 and amount + more > limit then return 'no-' .. NAMES[n] end
end
local since, total = 0, 0
if tonumber(ARGV[6]) >= 0 then
  since, total = pages > 0 and openDay() or startOfDay(), amounts[1] + pages
  if pages > 0 then redis.call('HINCRBY', day, 'count', pages) end
end
if credits > 0 then redis.call('HINCRBY', used, owner, credits) end
local member = ''
if credits > 0 or since > 0 and pages > 0 then
  member = string.format('%s %.0f %.0f %.0f', id, credits, pages, since)
  redis.call('ZADD', aside, now, member)
end
return { credits, since, total, member, redis.call('HGET', granted, owner) or '', tonumber(redis.call('HGET', used, owner) or 0) }
