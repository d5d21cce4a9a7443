-- Extract jobs of an owner with messages to send. ARGV: owner. Answers [id, created at] of each.
--- @include "crawl/include/crawl"
--- @include "crawl/include/webhook-queue"

local own = everywhere .. 'owner:' .. ARGV[1]
local jobs = {}
local found = redis.call('ZINTER', 2, own, line, 'WEIGHTS', 1, 0, 'WITHSCORES')
for i = 1, #found, 2 do
  local name = everywhere .. '{' .. found[i] .. '}'
  if redis.call('HEXISTS', name, 'webhookExtract') == 1 then
    local position, messages = messagesOf(name)
    if position < messages then jobs[#jobs + 1] = {found[i], tonumber(found[i + 1])} end
  end
end
return jobs
