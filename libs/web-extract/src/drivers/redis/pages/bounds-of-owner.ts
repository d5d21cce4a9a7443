import type { StoreBounds } from '../../page-store/owner-bytes.js';

/** Limits that depend on other stores. */
export interface BoundsOfOwner {
  /** Of all places together. */
  readonly maxBytes: number;
  of(owner: string): Promise<StoreBounds>;
}

export const boundsFor = async (bounds: StoreBounds | BoundsOfOwner, owner: string): Promise<StoreBounds> =>
  'of' in bounds ? bounds.of(owner) : bounds;
