import { ExtractionFailedError } from '../model/errors.js';

/** Tells what a question took in the end. */
export type SettleTokens = (tokens: number) => void;

/**
 * Tokens that questions to the model may take together. Each is counted by its length before it is asked, so that many at once do
 * not go beyond; how long an answer becomes is known afterwards.
 */
export class TokenBudget {
  /** @param used what was used already, in a process before this one */
  constructor(
    private readonly most: number,
    private used = 0,
  ) {}

  /** @throws ExtractionFailedError when there are not so many left */
  reserve(tokens: number): SettleTokens {
    if (this.used + tokens > this.most) {
      throw new ExtractionFailedError(`all of it together may take ${this.most} tokens of the model`);
    }
    this.used += tokens;
    return (taken) => void (this.used += taken - tokens);
  }
}
