-- Due entries that a script passes over at most because their owners or receivers are busy.
local MOST_PASSED_OVER = 5000

-- The names of a JSON list as keys.
local function setOf(list)
  local set = {}
  for _, name in ipairs(cjson.decode(list)) do set[name] = true end
  return set
end
