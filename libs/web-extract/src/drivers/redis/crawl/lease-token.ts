import { randomBytes } from 'node:crypto';

/** A lease token, unique even if Redis loses data. */
export const newToken = (): string => randomBytes(9).toString('base64url');
