-- Opens a feed. ARGV: owner, feed, tag, epoch, variant, tokens, most feeds, tokens to change to ('-': none).
-- Answers whether there is one.
--- @include "history/include/history"

local owner, feed, tag, epoch, variant, tokens, most, change = unpack(ARGV, 1, 8)
local row = key('feed', feed)
if redis.call('EXISTS', row) == 0 then
  if redis.call('HLEN', key('feeds', owner)) >= tonumber(most) then return 0 end
  redis.call('HSET', key('feeds', owner), feed, tag)
  redis.call('SADD', prefix .. 'owners', owner)
  redis.call('HSET', row, 'tag', tag, 'epoch', epoch, 'variant', variant, 'tokens', tokens)
  for _, field in ipairs({ 'head', 'live', 'held', 'expired', 'superseded', 'deletes', 'pointer' }) do
    redis.call('HSETNX', row, field, 0)
  end
elseif redis.call('HGET', row, 'variant') == '' then
  redis.call('HSET', row, 'variant', variant)
end
if change ~= NONE then redis.call('HSET', row, 'tokens', change) end
return 1
