import { nameOf } from '../../convert/changes/fingerprint.js';

/** State of a sink when a sync begins. */
export interface SinkState {
  /** Identifies the settings of the sync. */
  readonly signature: string;
  /** Identifies the data of the index; null if it has none, undefined if the sink does not state it. */
  readonly epoch: string | null | undefined;
  readonly refill?: boolean;
}

/**
 * Preparation of a sink before it is filled.
 *
 * - `clear`: it is new, or its data was lost.
 * - `stale`: all pages have to be passed again, because the settings differ or the index did not state an epoch before.
 * @param noted the signature of its ledger; null if there is none
 */
export function preparationOf(
  noted: string | null,
  { signature, epoch, refill = false }: SinkState,
): 'none' | 'clear' | 'stale' {
  if (noted === null || refill || epoch === null) return 'clear';
  const [settings, filled] = noted.split(' ');
  const isStated = epoch !== undefined && filled !== undefined;
  if (isStated && filled !== nameOf(epoch)) return 'clear';
  return settings === signature && (isStated || epoch === undefined) ? 'none' : 'stale';
}

/** The signature of a ledger: settings, and the epoch of the index if there is one. */
export const writeSignature = (signature: string, epoch: string | null | undefined): string =>
  epoch === undefined ? signature : `${signature} ${epoch === null ? NO_EPOCH : nameOf(epoch)}`;

const NO_EPOCH = '-';
