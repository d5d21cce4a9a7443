import { isLargeAnswer, jsonBuffer, jsonInSteps } from './json-in-steps.js';
import { ScriptReturn } from './page/script-return.js';

const LONG = 'Some "words" of a page, \\ and 🦉.\n'.repeat(40_000);

async function written(answer: unknown): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of jsonInSteps(answer)) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('jsonInSteps', () => {
  it.each([
    ['a long text', { success: true, data: { markdown: LONG } }],
    ['long texts side by side', { a: LONG, b: null, c: [LONG, LONG.slice(7)], d: undefined, e: 1.5 }],
    ['a list of many', { links: Array.from({ length: 60_000 }, (_, n) => `https://example.com/${n}`) }],
    ['lists of pages', [{ markdown: LONG, chunks: [{ text: LONG }, {}] }, [], {}, [undefined, LONG]]],
    ['pairs that a step parts', { text: '🦉'.repeat(700_001), odd: `x${'🦉'.repeat(700_001)}` }],
    ['names that need escapes', { 'a"b\n': LONG, ['__proto__x']: '' }],
    ['what knows how it is written', { at: new Date(0), text: LONG }],
    [
      'values of scripts',
      [new ScriptReturn('object', JSON.stringify(['🦉'.repeat(700_001)])), { text: LONG }],
    ],
    ['something short', { success: false, error: 'no' }],
  ])('writes %s as JSON.stringify does', async (_name, answer) => {
    expect(JSON.parse(await written(answer))).toEqual(JSON.parse(JSON.stringify(answer)));
  });

  it('writes a long text in parts', async () => {
    let parts = 0;
    for await (const part of jsonInSteps({ text: LONG })) parts += part.length > 0 ? 1 : 0;
    expect(parts).toBeGreaterThan(2);
  });
});

describe('jsonBuffer', () => {
  it.each([[{ a: 1 }], [{ text: LONG }]])('writes what JSON.stringify does', async (value) => {
    expect((await jsonBuffer(value)).toString()).toBe(JSON.stringify(value));
  });
});

describe('isLargeAnswer', () => {
  it.each([
    [{ data: { markdown: LONG } }, true],
    [{ data: [{ markdown: LONG.slice(0, 300_000) }, { markdown: LONG.slice(0, 300_000) }] }, true],
    [{ links: Array.from({ length: 60_000 }, () => 'x'.repeat(20)) }, true],
    [{ data: { markdown: LONG.slice(0, 100_000), links: ['https://example.com/'] } }, false],
    ['text', false],
    [undefined, false],
  ])('looks at all texts of an answer: case %#', (answer, isLarge) => {
    expect(isLargeAnswer(answer)).toBe(isLarge);
  });

  it('does not look into what is no plain data', () => {
    expect(
      isLargeAnswer(
        new (class {
          text = LONG;
        })(),
      ),
    ).toBe(false);
  });
});
