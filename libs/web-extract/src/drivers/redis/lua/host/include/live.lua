local function outlive(key, untilMs)
  local left = math.ceil(untilMs - now) + 1000
  if left > redis.call('PTTL', key) then redis.call('PEXPIRE', key, left) end
end
