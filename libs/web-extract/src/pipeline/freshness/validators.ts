import type { Validators } from '../../model/snapshot.js';

type Headers = Readonly<Record<string, string>>;

/** Longer validators are not sent. */
const MAX_CHARS = 512;

/** `Last-Modified` has a resolution of one second: a page may change again within it (RFC 9110, 8.8.2.2). */
const LEAST_AGE_MS = 1_000;

/**
 * Returns the reliable validators of a response; null if there are none. Weak ETags are sufficient, because
 * texts are compared.
 */
export function readValidators(headers: Headers): Validators | null {
  const etag = usable(headers['etag']);
  const lastModified = isSettled(headers) ? usable(headers['last-modified']) : null;
  return etag === null && lastModified === null ? null : { etag, lastModified };
}

/** Returns the validators after a 304, whose headers replace the stored ones (RFC 9111, 4.3.4). */
export function updateValidators(stored: Validators | null, headers: Headers): Validators | null {
  const fresh = readValidators(headers);
  const etag = fresh?.etag ?? stored?.etag ?? null;
  const isDated = headers['last-modified'] !== undefined;
  const lastModified = isDated ? (fresh?.lastModified ?? null) : (stored?.lastModified ?? null);
  return etag === null && lastModified === null ? null : { etag, lastModified };
}

/** Returns the headers of a conditional request with the validators as received, both if there are both. */
export function conditionalHeaders({ etag, lastModified }: Validators): Headers {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

function isSettled({ date, 'last-modified': lastModified }: Headers): boolean {
  return Date.parse(date ?? '') - Date.parse(lastModified ?? '') >= LEAST_AGE_MS;
}

function usable(value: string | undefined): string | null {
  return value === undefined || value === '' || value.length > MAX_CHARS || /[^\t\x20-\x7e]/.test(value)
    ? null
    : value;
}
