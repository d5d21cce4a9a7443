import type { UnavailableError } from '../../../model/errors.js';
import { ConflictingRowsError } from './conflicting-rows.error.js';

/** SQLSTATE of insufficient resources, of standbys, and of statements that were undone. */
const REFUSED = /^(?:25006|40|53|55P03)/;

/** True if a statement has changed nothing for sure: the server said so. Where it does not answer, it may have. */
export function wroteNothing(error: UnavailableError): boolean {
  if (error instanceof ConflictingRowsError) return true;
  const { code } = (error.cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && REFUSED.test(code);
}
