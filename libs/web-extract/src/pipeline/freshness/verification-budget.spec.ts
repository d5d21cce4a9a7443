import { VerificationBudget } from './verification-budget.js';

describe('VerificationBudget', () => {
  function crawl(pages: number, bytes: number, random?: () => number) {
    const budget = new VerificationBudget(1 / 20, random);
    let verified = 0;
    for (let n = 0; n < pages; n++) {
      if (budget.takes('a.example', bytes)) verified++;
      else budget.add('a.example', bytes);
    }
    return verified;
  }

  it('verifies a twentieth of many pages', () => {
    expect(crawl(20_000, 100)).toBeGreaterThan(900);
    expect(crawl(20_000, 100)).toBeLessThanOrEqual(1_000);
  });

  it('never takes more than its share, however the dice fall', () => {
    for (let pages = 1; pages < 400; pages++)
      expect(crawl(pages, 100, () => 0) * 100).toBeLessThanOrEqual((pages * 100) / 20);
  });

  it('carries what is left over to the next crawl of a small site', () => {
    const budget = new VerificationBudget(1 / 20, () => 0);
    let verified = 0;
    for (let n = 0; n < 10; n++) {
      for (let page = 0; page < 5; page++) {
        if (budget.takes('a.example', 100)) verified++;
        else budget.add('a.example', 100);
      }
    }
    expect(verified).toBeGreaterThan(0);
  });

  it('does not spend what other hosts have saved', () => {
    const budget = new VerificationBudget(1 / 20, () => 0);
    for (let n = 0; n < 100; n++) budget.add('a.example', 100);
    expect(budget.takes('b.example', 100)).toBe(false);
  });
});
