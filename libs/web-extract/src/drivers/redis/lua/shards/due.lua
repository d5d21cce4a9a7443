-- Shards that have something to do. KEYS: prefixes of shards. ARGV: 'webhooks', 'sealing', 'removals' or 'expiry', a time, or nothing for now. Answers their places among KEYS.
--- @include "shards/include/shards"
--- @include "shards/include/any-exists"

local NAMES = {
  webhooks = {'webhooks'},
  sealing = {'unsealed'},
  removals = {'removals'},
  expiry = {'sweep', 'due', 'used', 'expired'},
}
if not anyExists(NAMES[ARGV[1]]) then return {} end

local time = redis.call('TIME')
local now = tonumber(ARGV[2]) or time[1] * 1000 + math.floor(time[2] / 1000)

local function hasDue(name)
  return #redis.call('ZRANGEBYSCORE', name, '-inf', now, 'LIMIT', 0, 1) > 0
end

local due = {}
for i, everywhere in ipairs(KEYS) do
  local isDue
  if ARGV[1] == 'webhooks' then
    isDue = hasDue(everywhere .. 'webhooks')
  elseif ARGV[1] == 'sealing' then
    isDue = redis.call('EXISTS', everywhere .. 'unsealed') == 1
  elseif ARGV[1] == 'removals' then
    isDue = hasDue(everywhere .. 'removals')
  else
    isDue = redis.call('EXISTS', everywhere .. 'sweep') == 1 or hasDue(everywhere .. 'due') or hasDue(everywhere .. 'used') or hasDue(everywhere .. 'expired')
  end
  if isDue then due[#due + 1] = i end
end
return due
