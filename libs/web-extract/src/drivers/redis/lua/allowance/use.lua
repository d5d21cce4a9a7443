-- Adds to the usage of an owner's day. ARGV: owner, longest time, pages, bytes, milliseconds of the browser, tokens. Gives the usage.
--- @include "allowance/include/owner"

openDay()
for n, field in ipairs(FIELDS) do
  if ARGV[2 + n] ~= '0' then redis.call('HINCRBY', day, field, ARGV[2 + n]) end
end
return usageOfDay()
