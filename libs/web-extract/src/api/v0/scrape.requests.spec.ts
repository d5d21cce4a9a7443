import type { ExtractorOptionsV0, PageOptionsV0 } from './dto/reading-fields.v0.js';
import { toPageRequest } from './scrape.requests.js';

const request = (pageOptions?: PageOptionsV0, extractorOptions?: ExtractorOptionsV0, timeout?: number) =>
  toPageRequest({ url: 'http://a.example', pageOptions, extractorOptions, timeout });

describe('a scrape of v0', () => {
  it('asks for what the contract has as defaults', () => {
    expect(request()).toEqual({
      url: 'http://a.example',
      timeoutMs: 60_000,
      formats: ['markdown', 'links'],
      onlyMainContent: false,
      includeSelectors: [],
      excludeSelectors: [],
      headers: {},
      waitForMs: 0,
      actions: [],
      mobile: false,
      skipTlsVerification: false,
      removeBase64Images: true,
      parsePdf: true,
    });
  });

  it('turns what is to be included into formats', () => {
    expect(request({ includeHtml: true, includeRawHtml: true }).formats).toEqual([
      'markdown',
      'links',
      'html',
      'rawHtml',
    ]);
    expect(request({ screenshot: true }).formats).toContain('screenshot');
    const both = request({ screenshot: true, fullPageScreenshot: true }).formats;
    expect(both).toContain('screenshot@fullPage');
    expect(both).not.toContain('screenshot');
  });

  it.each([
    ['main, .a ,,', ['main', '.a']],
    ['main', ['main']],
    ['', []],
    [
      ['a', ' b '],
      ['a', 'b'],
    ],
    [[''], []],
  ])('reads the tags %j as selectors', (tags, selectors) => {
    const { includeSelectors, excludeSelectors } = request({ onlyIncludeTags: tags, removeTags: tags });
    expect([includeSelectors, excludeSelectors]).toEqual([selectors, selectors]);
  });

  it('takes more time and the main content for an extraction', () => {
    const wanted = request({}, { extractionSchema: { type: 'object' } });
    expect(wanted).toMatchObject({ timeoutMs: 90_000, onlyMainContent: true });
    expect(wanted.formats).toContain('extraction');
    expect(request({ onlyMainContent: false }, { extractionPrompt: 'p' }, 5)).toMatchObject({
      timeoutMs: 5,
      onlyMainContent: false,
    });
  });

  it('adds requested waits to its timeout', () => {
    const waits = { waitFor: 2_000, actions: [{ type: 'wait', milliseconds: 30 }, { type: 'scrape' }] };
    expect(request(waits)).toMatchObject({ timeoutMs: 62_030, waitForMs: 2_000 });
    expect(request(waits, undefined, 4_000).timeoutMs).toBe(6_030);
    expect(() => request(waits, undefined, 3_999)).toThrow('at most half of timeout');
  });

  it('takes the prompt by either name', () => {
    expect(request({}, { extractionPrompt: 'a', userPrompt: 'b' }).extraction?.prompt).toBe('a');
    expect(request({}, { mode: 'llm-extraction', userPrompt: 'b' }).extraction?.prompt).toBe('b');
  });

  it('extracts nothing where nothing is asked for', () => {
    expect(request({}, {}).extraction).toBeUndefined();
    expect(request({}, { mode: 'markdown', extractionPrompt: 'a' }).extraction).toBeUndefined();
    expect(() => request({}, { mode: 'llm-extraction' })).toThrow(
      'needs an extractionSchema or an extractionPrompt',
    );
  });
});
