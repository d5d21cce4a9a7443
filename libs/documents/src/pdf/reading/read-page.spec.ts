import { tinyPdf } from '../../../../../test/support/tiny-pdf.js';
import { IDENTITY } from '../lines/geometry.js';
import { openPdf } from './open-pdf.js';
import { PageAnnotations } from './page-annotations.js';
import { PageTooLargeError, readPage } from './read-page.js';
import { WorkClock } from './work-clock.js';

/** Clock whose time is up after a number of calls. */
class CountingClock extends WorkClock {
  private asked = 0;

  override isPast(): boolean {
    return ++this.asked > 200;
  }
}

describe('readPage', () => {
  it.each([
    ['a pattern that is painted with itself', '/Pattern cs /Loop scn 0 0 9 9 re f'],
    ['a form that is painted with a pattern that shows it', '/Pattern cs /Other scn 0 0 9 9 re f'],
  ])('comes to an end with %s', async (_, operators) => {
    const forms = {
      Loop: { matrix: IDENTITY, operators },
      Other: { matrix: IDENTITY, operators: '/Loop Do' },
    };
    const { document, close } = await openPdf(tinyPdf([{ forms, operators: '/Loop Do' }]), new Set());
    const known = {
      fonts: new Map(),
      annotations: new PageAnnotations(document),
      clock: new CountingClock(),
    };
    await expect(readPage(await document.getPage(1), 1, known)).rejects.toThrow(PageTooLargeError);
    await close();
    expect(Date.now()).toBeGreaterThan(0);
  });
});
