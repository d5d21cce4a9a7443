import { keep, readKept } from './kept.js';

/**
 * A key behind `#key=`, which a server prints with the address that it is heard at, is kept for the tab and taken out of the address:
 * what stands behind `#` is never sent. A link of somebody else must not replace the key of the user without a word.
 */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return;
  const known = readKept('key', '');
  const isOther = known !== '' && known !== key.trim();
  if (!isOther || confirm('The address has another API key. Use it in place of the present one?'))
    keep('key', key.trim());
  history.replaceState(null, '', location.pathname + location.search);
}
