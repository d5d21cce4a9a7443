-- Reads crawls. ARGV: ids. Answers [id, leased, fields and values] of each that can be read.
--- @include "crawl/include/crawl"
--- @include "crawl/include/readable"

local jobs = {}
for i = 1, #ARGV do
  local name = everywhere .. '{' .. ARGV[i] .. '}'
  if isReadable(name) then
    jobs[#jobs + 1] = {ARGV[i], redis.call('ZCARD', name .. ':leases'), redis.call('HGETALL', name)}
  end
end
return jobs
