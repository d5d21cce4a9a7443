import { highlights, passagesFor } from './highlights.js';

const FILLER = 'Nothing of interest stands here, only words that fill the room between the others. '.repeat(
  6,
);
const MARKDOWN = `# Storm lamps

${FILLER}

## Delivery

Parcels leave the house on weekdays. Delivery to Norway takes three days.

${FILLER}

## Returns

You may return a lamp within thirty days. We refund the price of the lamp, delivery excepted.

${FILLER}

\`\`\`js
refund(lamp);
\`\`\`
`;
const page = { url: 'https://a.example/', markdown: MARKDOWN, title: 'Storm lamps', language: 'en' };

describe('highlights', () => {
  it('are the passages that share words with a query, the most telling first', () => {
    const text = highlights(page, 'When do you refund, and how to return?');
    const places = ['You may return', 'refund(lamp)', 'Parcels'].map((words) => text.indexOf(words));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(places[1]).toBeGreaterThan(places[0]!);
    expect(places[2]).toBe(-1);
  });

  it.each(['xylophone', '', '!!', 'the of and'])('are none for %j', (query) => {
    expect(highlights({ ...page, markdown: '# Lamp\n\nOil burns.' }, query)).toBe('');
  });

  it('are bounded, and one is given whatever its length', () => {
    const long = Array.from(
      { length: 300 },
      (_, n) => `## Lamp ${n}\n\nThe lamp ${n} burns oil. ${FILLER}`,
    ).join('\n\n');
    expect(highlights({ ...page, markdown: long }, 'lamp').length).toBeLessThan(7_000);
    const [first, ...others] = passagesFor(page, 'refund', { maxTokens: 96, maxChars: 1 });
    expect([first?.text, others]).toEqual([expect.stringContaining('refund'), []]);
  });

  it('are found in scripts without blanks', () => {
    const text = highlights({ ...page, markdown: '# 灯\n\n送料は無料です。\n\n返品は三十日以内。' }, '返品');
    expect(text).toContain('返品');
  });
});
