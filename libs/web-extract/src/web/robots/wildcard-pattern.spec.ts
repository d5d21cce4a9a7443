import { matchesWildcard, wildcardPattern } from './wildcard-pattern.js';

/** Reference implementation with backtracking. */
function naive(pattern: string, path: string): boolean {
  if (pattern === '') return true;
  if (pattern === '$') return path === '';
  if (pattern[0] === '*')
    return naive(pattern.slice(1), path) || (path !== '' && naive(pattern, path.slice(1)));
  return pattern[0] === path[0] && naive(pattern.slice(1), path.slice(1));
}

/** Deterministic pseudo-random numbers. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('matchesWildcard', () => {
  it('agrees with a naive reading of 20,000 random patterns and paths', () => {
    const random = generator(42);
    const text = (letters: string, length: number): string =>
      Array.from({ length }, () => letters[random(letters.length)]).join('');
    let matched = 0;
    for (let i = 0; i < 20_000; i++) {
      const pattern = `/${text('ab**/', random(8))}${random(3) === 0 ? '$' : ''}`;
      const path = `/${text('aabb/', random(9))}`;
      const expected = naive(pattern, path);
      if (expected) matched++;
      const actual = matchesWildcard(wildcardPattern(pattern), path, { left: 1e6 });
      if (actual !== expected) throw new Error(`${pattern} on ${path}: ${actual}, not ${expected}`);
    }
    expect(matched).toBeGreaterThan(2000); // both results occur often enough
    expect(matched).toBeLessThan(18_000);
  });

  it('charges the budget for searches, not for plain beginnings', () => {
    const budget = { left: 10 };
    expect(matchesWildcard(wildcardPattern('/plain'), '/plain/and/long', budget)).toBe(true);
    expect(budget.left).toBe(10);
    matchesWildcard(wildcardPattern('/*x'), '/plain/and/long', budget);
    expect(budget.left).toBeLessThan(0);
  });
});
