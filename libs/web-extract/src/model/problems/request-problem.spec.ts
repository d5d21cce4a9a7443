import { withPath, problemAt } from './request-problem.js';

describe('problemAt', () => {
  it('says what is wrong by the path', () => {
    const fault = { code: 'range', least: 1, most: 100 } as const;
    const message = 'screenshotOptions.quality must be 1 to 100';
    expect(problemAt(['screenshotOptions', 'quality'], fault)).toEqual({
      path: ['screenshotOptions', 'quality'],
      message,
      fault,
    });
  });

  it('names the list or the object where the value is one of many', () => {
    const pattern = { code: 'pattern', pattern: '(', reason: 'missing )' } as const;
    expect(problemAt(['patterns', 'include', 3], pattern).message).toBe(
      'patterns.include holds "(", which cannot be used: missing )',
    );
    const header = { code: 'header-value-size', mostBytes: 10, header: 'X' } as const;
    expect(problemAt(['webhook', 'headers', 'X'], header).message).toBe(
      'webhook.headers has a value of more than 10 bytes: X',
    );
  });
});

describe('withPath', () => {
  it('says the same in the words of another vocabulary', () => {
    const problem = problemAt(['timeoutMs'], { code: 'more-than', bound: 0 });
    expect(withPath(problem, ['scrapeOptions', 'timeout'])).toEqual({
      path: ['scrapeOptions', 'timeout'],
      message: 'scrapeOptions.timeout must be more than 0',
      fault: problem.fault,
    });
  });

  it('leaves a sentence of somebody else alone', () => {
    expect(withPath({ path: ['a'], message: 'a is odd' }, ['b'])).toEqual({
      path: ['b'],
      message: 'a is odd',
    });
  });
});
