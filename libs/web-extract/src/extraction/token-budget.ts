import { ExtractionFailedError } from '../model/errors.js';

/** Reports the actual usage of a question. */
export type SettleTokens = (tokens: number) => void;

/**
 * Limits the total tokens used by questions to the model. The estimated prompt length is reserved before each question,
 * so that concurrent questions respect the limit; the answer is counted afterwards.
 */
export class TokenBudget {
  /** @param used tokens already used by a previous process */
  constructor(
    private readonly most: number,
    private used = 0,
  ) {}

  /** @throws ExtractionFailedError if the remaining budget is insufficient */
  reserve(tokens: number): SettleTokens {
    if (this.used + tokens > this.most) {
      throw new ExtractionFailedError(`all of it together may take ${this.most} tokens of the model`);
    }
    this.used += tokens;
    return (taken) => void (this.used += taken - tokens);
  }
}
