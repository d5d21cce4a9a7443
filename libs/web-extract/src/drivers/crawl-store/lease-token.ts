import { randomBytes } from 'node:crypto';
import type { PageTask } from '../../model/crawl/crawl.js';

/** A lease token, unique even if the store loses data. */
export const newToken = (): string => randomBytes(9).toString('base64url');

/** A lease as the store knows it. The token of a task names both. */
export function leaseOf({ lease }: PageTask): [sequence: string, token: string] {
  const at = lease.indexOf('.');
  return [lease.slice(0, at), lease.slice(at + 1)];
}
