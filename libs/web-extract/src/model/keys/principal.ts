import type { KeyLimits } from './api-key.js';

/** Who stands behind a key. Jobs belong to `owner`, and what there is not enough of is shared fairly by owner. */
export interface Principal {
  readonly owner: string;
  /** The stored key that was shown; absent for others. */
  readonly key?: { readonly id: string; readonly limits: KeyLimits; readonly expiresAt: number | null };
}

/** The owner of whatever the host asks for itself, without naming one. */
export const HOST_OWNER = 'host';
