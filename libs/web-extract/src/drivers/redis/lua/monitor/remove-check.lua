-- Deletes a check. ARGV: monitor, owner, check.
--- @include "monitor/include/monitor"

removeCheck(ARGV[1], ARGV[2], ARGV[3])
return 1
