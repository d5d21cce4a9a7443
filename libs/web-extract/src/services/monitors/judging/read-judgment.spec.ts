import { readJudgment } from './read-judgment.js';

const TEXTS = { before: 'It costs 100 coins.\nIn stock.', after: 'It costs 120 coins.\nIn stock.' };
const answer = (changes: object) =>
  JSON.stringify({
    meaningful: true,
    confidence: 'high',
    reason: 'Price',
    meaningfulChanges: [],
    ...changes,
  });
const change = (values: object) => ({ type: 'changed', before: 'It costs 100 coins.', after: 'It costs 120 coins.', reason: 'r', ...values }); // prettier-ignore

describe('readJudgment', () => {
  it('keeps changes whose quotes occur in the texts', () => {
    expect(readJudgment(answer({ meaningfulChanges: [change({})] }), TEXTS)?.meaningfulChanges).toEqual([
      change({}),
    ]);
  });

  it.each([
    ['an invented text before', { before: 'It was for free.' }],
    ['an invented text after', { after: 'It is for free.' }],
    ['no quote at all', { before: null, after: '' }],
    ['an unknown type', { type: 'moved' }],
    ['a quote that is no text', { before: 7 }],
  ])('drops a change with %s', (_, values) => {
    expect(readJudgment(answer({ meaningfulChanges: [change(values)] }), TEXTS)?.meaningfulChanges).toEqual(
      [],
    );
  });

  it.each(['', 'It matters.', '[]', '{"meaningful":"yes"}'])('takes %s for no judgement', (text) =>
    expect(readJudgment(text, TEXTS)).toBeNull(),
  );

  it('shortens a quote of a whole text', () => {
    const long = 'It costs 120 coins. '.repeat(500);
    const found = readJudgment(answer({ meaningfulChanges: [change({ before: null, after: long })] }), { ...TEXTS, after: long }); // prettier-ignore
    expect(found?.meaningfulChanges[0]!.after).toBe(long.slice(0, 2_000));
  });

  it('does not trust an unknown confidence', () => {
    expect(readJudgment(answer({ confidence: 'certain' }), TEXTS)?.confidence).toBe('low');
  });
});
