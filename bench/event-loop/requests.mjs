// Bodies of about 1 MiB, as hostile callers write them: each is refused or accepted, without holding up the host.
const MIB = 1024 * 1024;

/** `make(n)` for as many as fit into a body. */
function filled(make, separator = ',', bytes = MIB - 500) {
  const parts = [];
  for (let n = 0, length = 0; ; n++) {
    const part = make(n);
    length += Buffer.byteLength(part) + separator.length;
    if (length > bytes) return parts.join(separator);
    parts.push(part);
  }
}

const MARKS = '\u0301\u0316';
const scrape = (fields) => `{"url":"http://site.invalid/",${fields}}`;

/** [name, path, body] */
export const REQUESTS = [
  ['many empty lists', '/v2/scrape', scrape(`"formats":[${filled(() => '[]')}]`)],
  ['many small objects', '/v1/scrape', scrape(`"formats":[${filled((n) => `{"a${n}":1}`)}]`)],
  ['many unknown keys', '/v1/scrape', scrape(filled((n) => `"k${n}":0`))],
  ['40,000 unknown keys', '/v1/scrape', scrape(filled((n) => `"k${n}":0`, ',', 40_000 * 11))],
  ['40,000 unknown keys', '/v2/scrape', scrape(filled((n) => `"k${n}":0`, ',', 40_000 * 11))],
  ['40,000 formats', '/v2/scrape', scrape(`"formats":[${filled((n) => `"f${n}"`, ',', 40_000 * 9)}]`)],
  ['40,000 tags', '/v1/scrape', scrape(`"includeTags":[${filled((n) => `"t${n}"`, ',', 40_000 * 9)}]`)],
  ['deep nesting', '/v2/scrape', scrape(`"formats":${'['.repeat(400_000)}${']'.repeat(400_000)}`)],
  ['a long text', '/v2/scrape', JSON.stringify({ url: `http://site.invalid/${'a'.repeat(MIB - 100)}` })],
  ['blanks', '/v2/scrape', JSON.stringify({ url: `http://site.invalid/${' '.repeat(MIB - 100)}x` })],
  ['slashes', '/v2/scrape', JSON.stringify({ url: `http://site.invalid/${'/'.repeat(MIB - 100)}x` })],
  ['escapes', '/v2/scrape', `{"url":"${'\\u0061'.repeat(MIB / 6 - 10)}"}`],
  ['a host of marks', '/v2/scrape', JSON.stringify({ url: `http://a${MARKS.repeat(MIB / 4 - 50)}.test/` })],
  [
    'hosts of marks',
    '/v2/batch/scrape',
    `{"urls":[${filled((n) => `"http://a${n}${MARKS.repeat(2_000)}.test/"`)}]}`,
  ],
  ['many addresses', '/v2/batch/scrape', `{"urls":[${filled((n) => `"http://site.invalid/${n}"`)}]}`],
  [
    'long addresses',
    '/v2/batch/scrape',
    `{"urls":[${filled((n) => `"http://site.invalid/${n}${'é'.repeat(3_000)}"`)}]}`,
  ],
  [
    'many patterns',
    '/v2/crawl',
    `{"url":"http://site.invalid/","includePaths":[${filled((n) => `"^/a${n}.*b"`, ',', 900 * 14)}]}`,
  ],
  [
    'long patterns',
    '/v2/crawl',
    `{"url":"http://site.invalid/","includePaths":["^${'a'.repeat(MIB - 200)}|"]}`,
  ],
  [
    'a large schema',
    '/v1/scrape',
    scrape(
      `"formats":["json"],"jsonOptions":{"schema":{"type":"object","properties":{${filled((n) => `"p${n}":{"type":"string"}`)}}}}`,
    ),
  ],
  ['headers', '/v2/scrape', scrape(`"headers":{${filled((n) => `"x-${n}":"v"`)}}`)],
  ['a search of marks', '/v2/search', JSON.stringify({ query: MARKS.repeat(MIB / 4 - 50) })],
  ['a search of words', '/v2/search', JSON.stringify({ query: filled((n) => `w${n}`, ' ', 950) })],
  [
    'a message of many values',
    '/v2/mcp',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"firecrawl_scrape","arguments":{"url":"http://site.invalid/","a":[${filled(() => '0')}]}}}`,
  ],
  [
    'a message with a file',
    '/v2/mcp',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"firecrawl_parse","arguments":{"name":"a.txt","content":"${'QUJD'.repeat(MIB / 4 - 100)}"}}}`,
  ],
];
