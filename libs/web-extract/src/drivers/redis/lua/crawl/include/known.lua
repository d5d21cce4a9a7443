-- Known keys and the pages stored under them.
--
-- They are in buckets, hashes that are small enough for Redis to pack: 18 bytes a key, where one large hash takes 80. The number of
-- buckets grows with the number of keys, one at a time (linear hashing): `buckets` of the crawl is how many there are, `keys` how many
-- keys they hold.
--
-- `salt` of a crawl, a random odd number below 2^28, decides with the hash about the bucket (multiply-shift hashing): else a site could
-- choose links that all belong to one, which is read as a whole when it is split.

local KEY_CHARS = 11 -- of the base64 text of a hash: 66 bits, one collision in 3.7 * 10^11 among 10^4 keys
local KEYS_A_BUCKET = 32 -- on average; a look into a bucket reads half of it
local MOST_SPLITS = 200 -- per script: a long list of addresses is caught up with over several
local STORED = 's' -- value of a key that a page is stored under; otherwise the sequence of its address

local SHIFT = 2 ^ 20

local buckets, level, salt
local addedKeys = 0

local function loadBuckets()
  local number, ofCrawl = unpack(redis.call('HMGET', crawl, 'buckets', 'salt'))
  buckets = math.max(1, tonumber(number or 0))
  salt = tonumber(ofCrawl)
  level = 1
  while level * 2 <= buckets do level = level * 2 end
end

local ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_' -- base64url
local DIGITS = {}
for i = 1, 64 do DIGITS[string.byte(ALPHABET, i)] = i - 1 end

local byte, sub, floor, call = string.byte, string.sub, math.floor, redis.call -- used for each address
local KNOWN = crawl .. ':known:'

local function numberOf(hash)
  local a, b, c, d = byte(hash, 1, 4)
  local number = ((DIGITS[a] * 64 + DIGITS[b]) * 64 + DIGITS[c]) * 64 + DIGITS[d]
  return floor(number * salt / SHIFT)
end

-- The bucket of a key, and its name there.
local function bucketOf(hash)
  if not buckets then loadBuckets() end
  local at = numberOf(hash) % (level * 2)
  if at >= buckets then at = at - level end
  return KNOWN .. at, sub(hash, 1, KEY_CHARS)
end

local function isKnown(hash)
  return redis.call('HEXISTS', bucketOf(hash)) == 1
end

-- Makes a key known. Returns whether it is new.
local function makeKnown(hash, sequence)
  local bucket, name = bucketOf(hash)
  if call('HSETNX', bucket, name, sequence) == 0 then return false end
  addedKeys = addedKeys + 1
  return true
end

local function isStoredAs(hash)
  return redis.call('HGET', bucketOf(hash)) == STORED
end

-- A page is stored under a key. Returns the sequence of the address that was known by it, if there is one.
local function storeAs(hash)
  local bucket, name = bucketOf(hash)
  local queued = redis.call('HGET', bucket, name)
  redis.call('HSET', bucket, name, STORED)
  if not queued then addedKeys = addedKeys + 1 end
  return queued and queued ~= STORED and queued
end

-- Moves half of the keys of one bucket to a new one.
local function splitBucket()
  local from, to = key('known:' .. (buckets - level)), key('known:' .. buckets)
  local bucket = buckets - level
  local pairs, staying, moving, names = redis.call('HGETALL', from), level * 2, {}, {}
  for i = 1, #pairs, 2 do
    if numberOf(pairs[i]) % staying ~= bucket then
      moving[#moving + 1], moving[#moving + 2] = pairs[i], pairs[i + 1]
      names[#names + 1] = pairs[i]
    end
  end
  if #names > 0 then
    redis.call('HDEL', from, unpack(names))
    redis.call('HSET', to, unpack(moving))
  end
  buckets = buckets + 1
  if buckets == level * 2 then level = buckets end
end

-- Ends a script that made keys known.
local function settleKnown()
  if addedKeys == 0 then return end
  local keys = redis.call('HINCRBY', crawl, 'keys', addedKeys)
  addedKeys = 0
  local before = buckets
  local wanted = math.min(math.ceil(keys / KEYS_A_BUCKET), before + MOST_SPLITS)
  while buckets < wanted do splitBucket() end
  if buckets > before then redis.call('HSET', crawl, 'buckets', buckets) end
end
