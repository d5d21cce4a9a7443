import { keep } from './kept.js';

/**
 * A key behind `#key=`, which a server prints with the address that it is heard at, is kept for the tab and taken out of the address:
 * what stands behind `#` is never sent.
 */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return;
  keep('key', key.trim());
  history.replaceState(null, '', location.pathname + location.search);
}
