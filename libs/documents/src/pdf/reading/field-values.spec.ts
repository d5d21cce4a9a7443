import { htmlOfPages, readPdfBytes } from '../../../../../test/support/pdf-html.js';
import { tinyPdf, tinyLines, type TinyPage } from '../../../../../test/support/tiny-pdf.js';
import { textOf } from '../../markup/dom/nodes.js';

/** A form field at a distance from the upper edge of the page. */
function field(y: number, entries: string): string {
  const rect = `[150 ${792 - y - 5} 400 ${792 - y + 15}]`;
  return `<</Type/Annot/Subtype/Widget/DA(/Helv 10 Tf 0 g)/Rect${rect}/F 4 ${entries}>>`;
}

const LABELS = ['Name:', 'City:', 'Since:', 'Remarks:'].map((text, i) => ({ text, x: 72, y: 100 + 30 * i }));
const FORM: TinyPage = {
  texts: LABELS,
  annotations: [
    field(100, '/FT/Tx/T(name)/V(Grace Mbeki)'),
    field(130, '/FT/Ch/Ff 131072/T(city)/Opt[(Oslo)[(tr)(Trondheim)]]/V(tr)'),
    field(160, '/FT/Tx/T(since)/V(2019)'),
    field(190, '/FT/Tx/T(remarks)/V(none so far)'),
  ],
};

describe('the values of form fields', () => {
  it('stand beside what they are asked for, though nothing says how they look', async () => {
    expect(await htmlOfPages([FORM])).toBe(
      '<table><tr><th>Name:</th><th>Grace Mbeki</th></tr><tr><td>City:</td><td>Trondheim</td></tr>' +
        '<tr><td>Since:</td><td>2019</td></tr><tr><td>Remarks:</td><td>none so far</td></tr></table>',
    );
  });

  it('are kept line by line where there are several', async () => {
    const notes =
      '<</Type/Annot/Subtype/Widget/DA(/Helv 10 Tf 0 g)/Rect[72 500 400 600]/F 4/FT/Tx/Ff 4096/T(n)/V(one\\rtwo)>>';
    expect(await htmlOfPages([{ texts: tinyLines(['Notes'], 72, 100), annotations: [notes] }])).toBe(
      '<p>Notes</p><p>one two</p>',
    );
  });

  it.each([
    ['a hidden one', '/FT/Tx/T(x)/V(secret)/F 2'],
    ['a password', '/FT/Tx/Ff 8192/T(x)/V(secret)'],
    ['an empty one', '/FT/Tx/T(x)/V()'],
    ['a button', '/FT/Btn/Ff 65536/T(x)/V(secret)'],
    ['one without a value', '/FT/Tx/T(x)'],
  ])('are not told of %s', async (_name, entries) => {
    const { tree } = await readPdfBytes(
      tinyPdf([
        { texts: tinyLines(['Name:'], 72, 100), annotations: [field(100, entries).replace('/F 4', '')] },
      ]),
    );
    expect(textOf(tree.body)).toBe('Name:');
  });
});
