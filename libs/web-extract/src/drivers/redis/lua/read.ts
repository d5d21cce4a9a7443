import { CRAWL } from './crawl.js';
import { PACKED_PAGES } from './packed-pages.js';

const READABLE = `
-- Whether the results of a crawl can be read: it is there and has not expired.
local function isReadable(crawl)
  local status, expiresAt = unpack(redis.call('HMGET', crawl, 'status', 'expiresAt'))
  return status and not (expiresAt and tonumber(expiresAt) <= timeNow())
end
`;

/** Reads crawls. ARGV: ids. Answers [id, leased, fields and values] of each that can be read. */
export const JOBS = `
${CRAWL}${READABLE}
local jobs = {}
for i = 1, #ARGV do
  local name = everywhere .. '{' .. ARGV[i] .. '}'
  if isReadable(name) then
    jobs[#jobs + 1] = {ARGV[i], redis.call('ZCARD', name .. ':leases'), redis.call('HGETALL', name)}
  end
end
return jobs
`;

/** Reads what lists hold of crawls. ARGV: ids. Answers [id, owner, created at, limit, pages] of each that can be read. */
export const NOTES = `
${CRAWL}${READABLE}
local notes = {}
for _, id in ipairs(ARGV) do
  local name = everywhere .. '{' .. id .. '}'
  if isReadable(name) then
    notes[#notes + 1] = {id, unpack(redis.call('HMGET', name, 'owner', 'createdAt', 'limit', 'page'))}
  end
end
return notes
`;

/** Whether a crawl was there and its results have expired. ARGV: id. */
export const IS_EXPIRED = `
${CRAWL}${READABLE}
if redis.call('EXISTS', crawl) == 1 then return isReadable(crawl) and 0 or 1 end
local rememberedUntil = redis.call('ZSCORE', everywhere .. 'expired', ARGV[1])
return rememberedUntil and tonumber(rememberedUntil) > timeNow() and 1 or 0
`;

/** Reads rows of a crawl. ARGV: which, first, last. */
export const ROWS = `
${CRAWL}${READABLE}
if not isReadable(crawl) then return {} end
return redis.call('LRANGE', key(ARGV[1]), ARGV[2], ARGV[3])
`;

/** What is sent at a time, in bytes of JSON: a long answer holds up nobody. */
const BYTES_A_ROUND = 1024 * 1024;

/**
 * Reads packed pages. ARGV: position of the first, how many at most, bytes of JSON at most, '1' when the first one is given in any case.
 * Answers how many pages there are in all, then some of the pages asked for.
 */
export const RESULTS = `
${CRAWL}${READABLE}${PACKED_PAGES}
if not isReadable(crawl) then return {0} end
local from, most, maxBytes, isFirst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
local positions, bytes = {}, 0
for i, size in ipairs(redis.call('LRANGE', key('sizes'), from, from + most - 1)) do
  bytes = bytes + size
  if bytes > maxBytes and not (i == 1 and isFirst) then break end
  if bytes > ${BYTES_A_ROUND} and i > 1 then break end
  positions[i] = from + i - 1
end
return {count('page'), unpack(readPacked(positions))}
`;
