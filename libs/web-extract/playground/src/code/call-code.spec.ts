import { codeOf, languagesOf, type ShownCall } from './call-code.js';

const BASE = 'https://host.example/';
const CALL: ShownCall = {
  kind: 'scrape',
  body: {
    url: "https://site.example/it's?a=$b",
    formats: [
      'markdown',
      { type: 'json', schema: { type: 'object' } },
      { type: 'screenshot', fullPage: true },
    ],
    includeTags: ['main'],
    waitFor: 500,
  },
};

describe('what is on the screen as code', () => {
  it('is a line for the shell, in which nothing of the page means anything', () => {
    const code = codeOf(CALL, 'curl', BASE);
    expect(code).toContain(`curl -s 'https://host.example/v2/scrape'`);
    expect(code).toContain(`it'\\''s?a=$b`);
    expect(code).toContain('"Authorization: Bearer $KEY"');
  });

  it('is a call of the service in the words of the library', () => {
    const code = codeOf(CALL, 'service', BASE);
    expect(code).toContain(`import { ScrapeService } from 'nestjs-web-extract';`);
    expect(code).toMatch(/formats: \[\s*"markdown",\s*"extraction",\s*"screenshot@fullPage"\s*\]/);
    expect(code).toMatch(/includeSelectors: \[\s*"main"\s*\]/);
    expect(code).toMatch(/waitForMs: 500/);
    expect(code).toMatch(/extraction: \{\s*schema: \{/);
  });

  it('has the options of attributes and highlights', () => {
    const selectors = [{ selector: 'a', attribute: 'href' }];
    const formats = [
      { type: 'attributes', selectors },
      { type: 'highlights', query: 'tolls' },
    ];
    const code = codeOf({ kind: 'scrape', body: { url: 'https://a.example', formats } }, 'service', BASE);
    expect(code).toMatch(/formats: \[\s*"attributes",\s*"highlights"\s*\]/);
    expect(code).toMatch(
      /attributes: \[\s*\{\s*selector: "a",\s*attribute: "href"\s*\}\s*\],\s*highlightsFor: "tolls"/,
    );
  });

  it('is a call of the published client', () => {
    const code = codeOf(CALL, 'firecrawl', BASE);
    expect(code).toContain(`apiUrl: "https://host.example"`);
    expect(code).toContain(`firecrawl.scrape("https://site.example/it's?a=$b", {`);
  });

  it('names the file of an upload', () => {
    const call: ShownCall = { kind: 'parse', body: { formats: ['markdown'] }, fileName: `re"port's.pdf` };
    expect(codeOf(call, 'curl', BASE)).toContain(`-F 'file=@"re\\"port'\\''s.pdf"'`);
    expect(codeOf(call, 'service', BASE)).toContain('convert(await readFile("re\\"port\'s.pdf"), {');
    expect(codeOf(call, 'firecrawl', BASE)).toContain('filename: "re\\"port\'s.pdf"');
  });

  it('tells a crawl by its scope and patterns', () => {
    const body = {
      url: 'https://a.example',
      limit: 9,
      excludePaths: ['/x'],
      allowSubdomains: true,
      sitemap: 'skip',
      delay: 0.5,
    };
    const code = codeOf({ kind: 'crawl', body }, 'service', BASE);
    expect(code).toMatch(/patterns: \{\s*syntax: "regex",\s*include: \[\],\s*exclude: \[\s*"\/x"\s*\]\s*\}/);
    expect(code).toMatch(/scope: \{\s*subdomains: true\s*\}/);
    expect(code).toMatch(/useSitemap: false,\s*delayMs: 500/);
  });

  it('is a monitor in the words of each API', () => {
    const targets = [
      { type: 'scrape', urls: ['https://a.example'] },
      { type: 'crawl', url: 'https://b.example', crawlOptions: { limit: 9 } },
    ];
    const call: ShownCall = { kind: 'monitor', body: { name: 'A', schedule: { text: 'hourly' }, targets } };
    expect(codeOf(call, 'curl', BASE)).toContain(`curl -s 'https://host.example/v2/monitor'`);
    expect(codeOf(call, 'firecrawl', BASE)).toContain('firecrawl.createMonitor({\n  name: "A"');
    const code = codeOf(call, 'service', BASE);
    expect(code).toContain('service.create({');
    expect(code).toMatch(/crawl: \{\s*url: "https:\/\/b.example",\s*limit: 9\s*\}/);
    expect(code).not.toContain('crawlOptions');
  });

  it('is a request without a body for a change feed, which the published client does not read', () => {
    const call: ShownCall = { kind: 'changes', body: { tag: "it's & more", limit: 10 } };
    expect(codeOf(call, 'curl', BASE)).toBe(
      `curl -s 'https://host.example/v2/changes?tag=it%27s+%26+more&limit=10' \\\n  -H "Authorization: Bearer $KEY"`,
    );
    expect(codeOf({ kind: 'changes', body: {} }, 'curl', BASE)).toContain(`/v2/changes' \\`);
    const code = codeOf(call, 'service', BASE);
    expect(code).toContain(`import { ChangeFeed } from 'nestjs-web-extract';`);
    expect(code).toMatch(/service\.read\(\{\s*tag: "it's & more",\s*limit: 10\s*\}\)/);
    expect(languagesOf(call).map(({ id }) => id)).toEqual(['curl', 'service']);
    expect(languagesOf(CALL)).toHaveLength(3);
  });

  it('is a call with the schema first for an extractor, which the published client does not learn', () => {
    const body = { schema: { type: 'object' }, pages: [{ url: 'https://a.example' }], heal: 'off' };
    const call: ShownCall = { kind: 'extractors', body };
    expect(codeOf(call, 'curl', BASE)).toContain(`curl -s 'https://host.example/v2/extractors'`);
    expect(codeOf(call, 'service', BASE)).toMatch(
      /service\.learn\(\{\s*schema: \{\s*type: "object"\s*\}\s*\}, \{\s*pages: [^]*heal: "off"\s*\}\)/,
    );
    expect(languagesOf(call).map(({ id }) => id)).toEqual(['curl', 'service']);
  });
});
