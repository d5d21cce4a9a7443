import { HintMemo } from './hint-memo.js';

const WEIGHTS = new Map([['menu', -1]]);

function counting(): { calls: string[]; compute: (text: string) => number } {
  const calls: string[] = [];
  return { calls, compute: (text) => calls.push(text) };
}

describe('the memo of hints', () => {
  it('computes the result of a text once', () => {
    const memo = new HintMemo<number>();
    const { calls, compute } = counting();

    expect(memo.get('Home', WEIGHTS, compute)).toBe(1);
    expect(memo.get('Home', WEIGHTS, compute)).toBe(1);
    expect(calls).toEqual(['Home']);
  });

  it('forgets the results of other weights', () => {
    const memo = new HintMemo<number>();
    const { calls, compute } = counting();

    memo.get('Home', WEIGHTS, compute);
    memo.get('Home', new Map(), compute);

    expect(calls).toHaveLength(2);
  });

  it('remembers no long texts', () => {
    const memo = new HintMemo<number>();
    const { calls, compute } = counting();
    const long = 'a'.repeat(201);

    memo.get(long, WEIGHTS, compute);
    memo.get(long, WEIGHTS, compute);

    expect(calls).toHaveLength(2);
  });

  it('is cleared after 4,096 texts', () => {
    const memo = new HintMemo<number>();
    const { calls, compute } = counting();

    for (let at = 0; at < 4096; at++) memo.get(String(at), WEIGHTS, compute);
    memo.get('0', WEIGHTS, compute);

    expect(calls).toHaveLength(4097);
  });
});
