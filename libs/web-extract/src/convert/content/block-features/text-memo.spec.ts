import { TextMemo } from './text-memo.js';

const WEIGHTS = new Map([['menu', -1]]);

function counting(): { calls: string[]; memo: TextMemo<ReadonlyMap<string, number>, number> } {
  const calls: string[] = [];
  return { calls, memo: new TextMemo((text) => calls.push(text)) };
}

describe('TextMemo', () => {
  it('computes the result of a text once', () => {
    const { calls, memo } = counting();

    expect(memo.get('Home', WEIGHTS)).toBe(1);
    expect(memo.get('Home', WEIGHTS)).toBe(1);
    expect(calls).toEqual(['Home']);
  });

  it('forgets the results of another context', () => {
    const { calls, memo } = counting();

    memo.get('Home', WEIGHTS);
    memo.get('Home', new Map());

    expect(calls).toHaveLength(2);
  });

  it('remembers no long texts', () => {
    const { calls, memo } = counting();
    const long = 'a'.repeat(201);

    memo.get(long, WEIGHTS);
    memo.get(long, WEIGHTS);

    expect(calls).toHaveLength(2);
  });

  it('is cleared after 4,096 texts', () => {
    const { calls, memo } = counting();

    for (let at = 0; at < 4096; at++) memo.get(String(at), WEIGHTS);
    memo.get('0', WEIGHTS);

    expect(calls).toHaveLength(4097);
  });
});
