import { hashOf } from './hash-of.js';

/** Name of an idempotency key of an owner. */
export const usedKeyOf = (owner: string, idempotencyKey: string): string =>
  hashOf(JSON.stringify([owner, idempotencyKey]));
