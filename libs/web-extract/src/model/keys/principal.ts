import type { KeyLimits } from './api-key.js';
import type { KeyScope } from './key-scope.js';

/** Identity of a caller. Jobs belong to `owner`, and limited resources are shared fairly between owners. */
export interface Principal {
  readonly owner: string;
  /** What the key may do. Absent: everything. */
  readonly allow?: KeyScope;
  /** The stored key of the request; absent for other callers. */
  readonly key?: { readonly id: string; readonly limits: KeyLimits; readonly expiresAt: number | null };
}

/** The owner of requests from the host application that name no owner. */
export const HOST_OWNER = 'host';
