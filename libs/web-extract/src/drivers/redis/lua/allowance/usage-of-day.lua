-- Gives the usage of an owner's day. ARGV: owner, longest time.
--- @include "allowance/include/owner"

return usageOfDay()
