import { ExtractionFailedError } from '../model/errors.js';
import { TokenBudget } from './token-budget.js';

describe('TokenBudget', () => {
  it('lets questions be asked as long as there are tokens for them', () => {
    const budget = new TokenBudget(100, 20);
    budget.reserve(50);
    expect(() => budget.reserve(31)).toThrow(ExtractionFailedError);
    budget.reserve(30);
    expect(() => budget.reserve(1)).toThrow('100 tokens');
  });

  it('counts what questions took in the end', () => {
    const budget = new TokenBudget(100);
    budget.reserve(80)(40);
    budget.reserve(60)(70);
    expect(() => budget.reserve(1)).toThrow(ExtractionFailedError);
  });
});
