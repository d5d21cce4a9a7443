import { readErrorCode, readListing } from '../../libs/web-extract/build/drivers/s3-archive/read-listing.js';
import { httpBlock } from '../../libs/web-extract/build/web/warc/http-block.js';
import { membersOf, readRecord } from '../../libs/web-extract/build/web/warc/read-records.js';
import { newRecordId, writeRecord } from '../../libs/web-extract/build/web/warc/warc-record.js';

const TOKENS = [
  '<Contents>', '</Contents>', '<Key>', '</Key>', '<LastModified>', '</LastModified>', '<IsTruncated>', 'true', '</IsTruncated>', '<NextContinuationToken>',
  '</NextContinuationToken>', '<Error>', '<Code>', '</Code>', 'a', '<', '>', '&amp;', '../x', '\0', '2026-01-01T00:00:00Z', '<Contents><Key>a</Key></Contents>',
]; // prettier-ignore
const LETTERS = [
  'a',
  '\r',
  '\n',
  '\0',
  '\u010a',
  '\u010d',
  '\u0100',
  '\ud800',
  '\u2028',
  ': ',
  'X-Forged: 1',
  'é',
  '\u{1f6a2}',
  '\t',
];
const MOST_MS = 2_000;

const textOf = (random, tokens, most) =>
  Array.from({ length: random.below(most) }, () => random.pick(tokens)).join('');

/** Answers of object stores. */
export async function fuzzObjects(random) {
  const text = textOf(random, TOKENS, 60)
    .repeat(1 + random.below(random.chance(0.1) ? 20_000 : 20))
    .slice(0, 4 * 1024 * 1024);
  const startedAt = performance.now();
  const { objects, cursor } = readListing(text, random.pick(['', 'a/']));
  const code = readErrorCode(text);
  const ms = performance.now() - startedAt;
  if (ms > MOST_MS)
    return `a listing of ${text.length} characters takes ${Math.round(ms)} ms: ${text.slice(0, 300)}`;
  if (objects.length > 1_000) return `${objects.length} objects: ${text.slice(0, 300)}`;
  if (cursor !== null && typeof cursor !== 'string') return `the cursor ${cursor}`;
  return code === undefined || /^\w{1,60}$/.test(code) ? null : `the code ${code}`;
}

/** Records of web archives with headers of any letters. */
export async function fuzzWarc(random) {
  const headers = Array.from({ length: random.below(8) }, () => [
    random.chance(0.7)
      ? random.pick(['A', 'X-B', 'Content-Length', 'Transfer-Encoding'])
      : textOf(random, LETTERS, 5),
    textOf(random, LETTERS, 12),
  ]);
  const body = Buffer.from(textOf(random, ['\r\n', 'WARC/1.1', 'x', '\0'], 30));
  const response = { statusCode: 200, statusText: textOf(random, LETTERS, 8), headers };
  const { block } = httpBlock(response, body);
  const head = block.subarray(0, block.length - body.length);
  const lines = head.toString('latin1').split('\r\n');
  if (lines.length > headers.length + 4) return `${lines.length} lines of ${JSON.stringify(response)}`;
  if (lines.some((line) => /[\r\n\0]/.test(line))) return `a line break in ${JSON.stringify(response)}`;
  const record = { type: 'response', id: newRecordId(), at: 0, contentType: 'application/http', block };
  const fields = { 'WARC-Refers-To': textOf(random, LETTERS, 8).toWellFormed() };
  const targetUri = `https://site.example/${textOf(random, LETTERS, 6)}`.toWellFormed();
  const file = await writeRecord({ ...record, targetUri, fields });
  const [member, ...others] = membersOf(file);
  if (others.length > 0 || !readRecord(member).block.equals(block))
    return `another record for ${JSON.stringify(response)}`;
  return null;
}
