-- Deletes recorded values. ARGV: id, then keys. Answers {number of values, added bytes}.
--- @include "extractor/include/extractor"

local count, added = 0, 0
for n = 2, #ARGV do
  local bytes = dropValues(ARGV[1], ARGV[n])
  if bytes ~= 0 then count = count + 1 end
  added = added + bytes
end
return { count, added }
