-- Adds to the usage of an owner's day. ARGV: owner, longest time, pages, bytes, milliseconds of the browser, tokens, process and number of the
-- batch or nothing. A batch that was added before is not added again. Gives the usage.
--- @include "allowance/include/owner"

openDay()
local process, number = ARGV[7], ARGV[8]
if process ~= '' then
  local added = 'batch:' .. process
  if redis.call('HGET', day, added) == number then return usageOfDay() end
  redis.call('HSET', day, added, number)
end
for n, field in ipairs(FIELDS) do
  if ARGV[2 + n] ~= '0' then redis.call('HINCRBY', day, field, ARGV[2 + n]) end
end
return usageOfDay()
