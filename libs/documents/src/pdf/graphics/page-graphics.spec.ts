import { htmlOfPages } from '../../../../../test/support/pdf-html.js';
import { tinyLines } from '../../../../../test/support/tiny-pdf.js';
import { IDENTITY } from '../lines/geometry.js';
import { OPERATOR } from '../reading/pdfjs.js';
import { PageGraphicsReader } from './read-page-graphics.js';

const STORY = ['The station on the hill records', 'the wind every ten minutes.'];
const ANSWER = ['Its letters are kept in a drawer', 'of the town hall since then.'];

describe('the graphics of a page', () => {
  it('stands where a form moves it to', async () => {
    const forms = {
      Below: { matrix: [1, 0, 0, 1, 0, -300], texts: tinyLines(ANSWER, 72, 100) },
      Above: { matrix: [0.5, 0, 0, 0.5, 36, 400], texts: tinyLines(STORY, 72, 100, { size: 20 }) },
    } as const;
    expect(await htmlOfPages([{ forms, operators: '/Below Do /Above Do' }])).toBe(
      `<p>${STORY.join(' ')}</p><p>${ANSWER.join(' ')}</p>`,
    );
  });

  it('of an annotation, which marks or frames text, is no line of a table', () => {
    const frame = { transform: [1, 0, 0, -1, 0, 792], width: 612, height: 792, fontOf: () => null } as const;
    const reader = new PageGraphicsReader(frame, new Map());
    const line = [OPERATOR.stroke, [new Float32Array([0, 72, 700, 1, 300, 700])]];
    const fnArray = [OPERATOR.beginAnnotation, OPERATOR.constructPath, OPERATOR.endAnnotation];
    reader.add({ fnArray, argsArray: [['a', [], IDENTITY, IDENTITY], line, null] });
    expect(reader.finish().horizontals).toEqual([]);
    reader.add({ fnArray: [OPERATOR.constructPath], argsArray: [line] });
    expect(reader.finish().horizontals).toHaveLength(1);
  });
});
