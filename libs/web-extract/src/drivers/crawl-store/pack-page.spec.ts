import { decodePage } from '../../model/page/stored-page.js';
import { pageOf } from '../../testing/contracts/crawl-store/samples.contract.js';
import { packPage, unpackPage } from './pack-page.js';

describe('packPage', () => {
  it.each([
    ['short', '# 漢字'],
    ['of text that repeats', 'lorem ipsum '.repeat(5_000)],
    ['of many megabytes', Array.from({ length: 300_000 }, (_, n) => `line ${n * 7_919}`).join('\n')],
  ])('keeps a page %s', async (_, markdown) => {
    const page = pageOf('http://site.test/', markdown);
    const { packed, bytes } = await packPage(page);
    const json = await unpackPage(packed);
    expect(await decodePage(json)).toEqual(page);
    expect(json.length).toBe(bytes);
    expect(packed.length).toBeLessThanOrEqual(bytes + 1);
  });
});
