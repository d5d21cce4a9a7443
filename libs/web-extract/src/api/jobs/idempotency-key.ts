import { InvalidRequestError } from '../../model/errors.js';

const MAX_CHARS = 255;

/** The `x-idempotency-key` header as the services take it. @throws InvalidRequestError when it is too long */
export function readIdempotencyKey(header: string | undefined): { idempotencyKey?: string } {
  if (header === undefined || header === '') return {};
  if (header.length <= MAX_CHARS) return { idempotencyKey: header };
  const message = `x-idempotency-key must have at most ${MAX_CHARS} characters`;
  throw new InvalidRequestError([{ path: ['x-idempotency-key'], message }]);
}
