import { DEFAULT_DOCUMENT_SETTINGS } from './settings.js';
import type { ReadingSignals } from './reading-signals.js';
import { BudgetSpentError, DocumentBudget, MAX_CHARACTERS } from './document-budget.js';
import { DocumentReading } from './document-reader.js';
import { RunList } from './tree/run.js';
import { fractionText } from './sheets/format-fraction.js';
import { readFormat } from './sheets/format-tokens.js';
import { ValueFormatter } from './sheets/format-value.js';
import { SheetGrid } from './sheets/sheet-grid.js';
import { isCodeName } from './office/style-names.js';
import { TreeWriter } from './tree/tree-writer.js';
import { parseXml } from './containers/xml/read-xml.js';

const budget = (signals?: ReadingSignals) =>
  new DocumentBudget({ ...DEFAULT_DOCUMENT_SETTINGS, timeMs: 3_600_000 }, signals);

describe('the budget of a document', () => {
  it.each([
    ['ends of what is not open', '</x>'],
    ['comments', '<!---->'],
    ['declarations', '<!a>'],
    ['instructions', '<?a?>'],
    ['brackets that open nothing', '< '],
  ])('is charged for %s', (_, markup) => {
    const one = budget();
    const before = one.remaining('elements');
    parseXml(`<a>${markup.repeat(1_000)}</a>`, one);
    expect(before - one.remaining('elements')).toBe(1_001);
  });

  it('is charged for attributes beyond those that are read', () => {
    const one = budget();
    const before = one.remaining('elements');
    parseXml(`<a ${Array.from({ length: 1_000 }, (_, at) => `a${at}`).join(' ')}></a>`, one);
    expect(before - one.remaining('elements')).toBeGreaterThan(800);
  });

  it('is charged for long attributes; longer ones are left out', () => {
    const one = budget();
    const tree = new TreeWriter(one);
    tree.element('a', 'x', { href: 'h'.repeat(5_000) });
    expect(MAX_CHARACTERS - one.remaining('characters')).toBe(5_001);
    expect(tree.start('a', { href: 'h'.repeat(10_000), id: 'one' })!.attribs).toEqual({ id: 'one' });
  });

  it('ends the reading once when others wait for the thread', () => {
    const signals = { report: jest.fn(), isHurried: false };
    const one = budget(signals);
    one.checkTime();
    signals.isHurried = true;
    expect(() => one.checkTime()).toThrow(BudgetSpentError);
    expect(() => one.checkTime()).not.toThrow();
    expect(signals.report).toHaveBeenCalled();
  });
});

describe('a reader', () => {
  it('keeps no more letters of a sheet than may be written', () => {
    const one = budget();
    const grid = new SheetGrid(one);
    const text = 'x'.repeat(1_000_000);
    for (let row = 0; row < 30; row++) grid.set(row, 0, { text });
    expect(grid.rows.size).toBe(10);
    expect(() => grid.checkSize()).toThrow(BudgetSpentError);
  });

  it('lets no format multiply a text', () => {
    const text = 'x'.repeat(50_000);
    expect(new ValueFormatter(false).text(text, '@'.repeat(24))).toBe(text);
    expect(new ValueFormatter(false).text('ab', '@@')).toBe('abab');
  });

  it('writes fractions in linear time', () => {
    const [section] = readFormat(`${'#'.repeat(300)}${' '.repeat(690)}/?`);
    expect(fractionText(1.5, section!.tokens)).toBe('3/2');
  });

  it('keeps no paragraph that is longer than a document', () => {
    const runs = new RunList();
    expect(() => {
      for (;;) runs.text('x'.repeat(100_000));
    }).toThrow(BudgetSpentError);
  });

  it('looks at no more of a name than names have', () => {
    expect(isCodeName('Source Code')).toBe(true);
    expect(isCodeName(`${'x'.repeat(10_000)} Source Code`)).toBe(false);
  });

  it('warns a limited number of times', () => {
    const reading = new DocumentReading(DEFAULT_DOCUMENT_SETTINGS, 'file:///a');
    for (let part = 0; part < 1_000; part++) reading.warn(`${part} ${'x'.repeat(1_000)}`);
    expect(reading.warnings).toHaveLength(20);
    expect(reading.warnings[0]).toHaveLength(500);
  });
});
