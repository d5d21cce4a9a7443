import { hash } from 'node:crypto';

/** 132 bits of SHA-256: names of rows. */
export const shortHash = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('\0'), 'base64url').slice(0, 22);
