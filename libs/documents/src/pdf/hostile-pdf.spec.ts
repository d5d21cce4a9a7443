import { textOf } from '../markup/dom/nodes.js';
import { htmlOfPages, readPdfBytes } from '../../../../test/support/pdf-html.js';
import { tinyPdf, type TinyPage } from '../../../../test/support/tiny-pdf.js';
import { EncryptedDocumentError } from '../errors.js';

const GOOD: TinyPage = { texts: [{ text: 'A page that is kept.', x: 72, y: 100 }] };
const OTHER: TinyPage = { texts: [{ text: 'Another one.', x: 72, y: 300 }] };
const BOMB: TinyPage = { operators: ' '.repeat(40 * 1024 * 1024), isCompressed: true };

describe('a PDF that means harm', () => {
  it('loses a page that decompresses to more than any page, and nothing else', async () => {
    const { warnings, tree } = await readPdfBytes(tinyPdf([GOOD, BOMB, OTHER]));
    expect(warnings).toEqual(['could not be read: page 2']);
    expect(textOf(tree.body)).toBe('A page that is kept.Another one.');
  });

  it('reads compressed pages like others', async () => {
    expect(await htmlOfPages([{ ...GOOD, isCompressed: true }])).toBe('<p>A page that is kept.</p>');
  });

  it('says nothing of text that stands far beside the page', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => 100 + 14 * i);
    const texts = rows.flatMap((y) => [72, 1e7, 5e8].map((x) => ({ text: `at ${x}`, x, y })));
    const html = await htmlOfPages([{ texts }]);
    expect(html).toContain('at 72');
    expect(html).not.toContain('at 10000000');
  });

  it('reads hundreds of words that stand in no lines', async () => {
    const texts = Array.from({ length: 600 }, (_, i) => ({
      text: `w${i} ab`,
      x: (i * 37) % 600,
      y: 10 + ((i * 53) % 780),
      size: 4,
    }));
    expect(await htmlOfPages([{ texts }])).toContain('w0 ab'); // a busy machine may end the page early
  });

  it.each([
    ['in a paragraph', 400, 'a'],
    ['at the edge of a page', 770, ''],
  ])('has lines of marks %s read in linear time', async (_, y, start) => {
    const read = async (marks: number) => {
      const line = `(${start}${'.'.repeat(marks)}a, more words${'.'.repeat(marks)}a) Tj`;
      const operators = `BT /regular 12 Tf 0.1 Tz 72 ${y} Td ${line} 100 Tz 18 -14 Td (A second line of words that goes on) Tj -18 -14 Td (and a third line of words) Tj ET`; // prettier-ignore
      const startedAt = performance.now();
      await htmlOfPages([{ operators }]);
      return performance.now() - startedAt;
    };
    await read(10);
    expect(await read(60_000)).toBeLessThan(1_500);
  });

  it('has long texts on each other read in little more than linear time', async () => {
    const read = async (letters: number) => {
      const lines = ['a', 'b'].map((start) => `BT /regular 12 Tf 0.1 Tz 72 400 Td (${start}${'.'.repeat(letters)}) Tj ET`); // prettier-ignore
      const startedAt = performance.now();
      await htmlOfPages([{ operators: lines.join(' ') }]);
      return performance.now() - startedAt;
    };
    await read(10);
    expect(await read(60_000)).toBeLessThan(3_000);
  });

  it.each([720, 1_000])('has %s texts on each other read in little more than linear time', async (pieces) => {
    const codes = Array.from({ length: 94 }, (_, n) => n + 33).filter((code) => !'()\\\\'.includes(String.fromCharCode(code))); // prettier-ignore
    const lines = Array.from({ length: pieces }, (_, n) => {
      const text = `${'a'.repeat(60)}${String.fromCharCode(codes[n % codes.length]!).repeat(60)}`;
      return `BT /regular 4 Tf 1 0 0 1 ${(10 + Math.floor(n / codes.length) * 0.9).toFixed(2)} 400 Tm (${text}) Tj ET`;
    });
    await htmlOfPages([{ operators: lines.slice(0, 10).join(' ') }]);
    const startedAt = performance.now();
    await htmlOfPages([{ operators: lines.join(' ') }]);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it.each([
    ['a filter that nobody knows', '<</Filter/Acme.Vault/V 4/R 4/O(x)/U(y)/P -4>>'],
    ['a key for certificates', '<</Filter/Adobe.PubSec/SubFilter/adbe.pkcs7.s4/V 2/Recipients[<00>]>>'],
  ])('is called encrypted where it is with %s', async (_, encryption) => {
    await expect(readPdfBytes(tinyPdf([GOOD], { encryption }))).rejects.toThrow(EncryptedDocumentError);
  });
});
