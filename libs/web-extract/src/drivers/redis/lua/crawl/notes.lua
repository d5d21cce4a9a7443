-- Reads what lists hold of crawls. ARGV: ids. Answers [id, owner, created at, limit, pages, end] of each that can be read.
--- @include "crawl/include/crawl"
--- @include "crawl/include/readable"

local notes = {}
for _, id in ipairs(ARGV) do
  local name = everywhere .. '{' .. id .. '}'
  if isReadable(name) then
    notes[#notes + 1] = {id, unpack(redis.call('HMGET', name, 'owner', 'createdAt', 'limit', 'page', 'finishedAt'))}
  end
end
return notes
