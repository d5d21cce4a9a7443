-- Removes what an owner can miss first, after `history`: the oldest version, or the oldest text where there is none. Answers false if there is nothing.

local function evictOldest(of)
  for _, kind in ipairs({ 'versions', 'texts' }) do
    local n = redis.call('ZRANGE', key('order:' .. kind, of), 0, 0)[1]
    if n then
      removeBlob(kind, of, n)
      return true
    end
  end
  return false
end
