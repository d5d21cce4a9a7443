import { createHash } from 'node:crypto';

/** 132 bits of SHA-256: names of rows. */
export const shortHash = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 22);
