import { randomBytes } from 'node:crypto';

/** Of a lease: never the same twice, whatever Redis forgets. */
export const newToken = (): string => randomBytes(9).toString('base64url');
