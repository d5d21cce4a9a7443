import type { OriginStorage, SessionCookie } from '../../../model/session/session.js';
import type { BrowserVisitor } from '../../../ports/renderer.port.js';

/** A cookie of CDP's Network domain. */
export interface BrowserCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly expires: number;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/** Result of {@link READ_STORAGE}. */
export interface StorageItems {
  readonly origin: string;
  readonly items: readonly (readonly [name: string, value: string])[];
}

type Send = (method: string, params: object) => void;

/** World of the script that fills the storage: pages can neither see nor change it. */
const STATE_WORLD = 'web-extract-state';
const MAX_STORAGE_CHARS = 512 * 1024;

/** Sets cookies and storage before any document. */
export function bringState(send: Send, { cookies, storage }: BrowserVisitor): void {
  if (cookies.length > 0) send('Network.setCookies', { cookies: cookies.map(toParameter) });
  if (storage.length > 0)
    send('Page.addScriptToEvaluateOnNewDocument', { source: fillStorage(storage), worldName: STATE_WORLD });
}

/** Cookies of one host are set by a URL of it, others by their domain. */
function toParameter({
  domain = '',
  path = '/',
  expires = -1,
  secure = false,
  ...cookie
}: SessionCookie): object {
  const place = domain.startsWith('.')
    ? { domain }
    : { url: `${secure ? 'https' : 'http'}://${domain.includes(':') ? `[${domain}]` : domain}/` };
  return { sameSite: 'Lax', ...cookie, ...place, path, secure, ...(expires > 0 ? { expires } : {}) };
}

/** Fills in missing items of the storage: what the page has changed since stays. */
function fillStorage(storage: readonly OriginStorage[]): string {
  const items = Object.fromEntries(
    storage.map(({ origin, localStorage }) => [origin, localStorage.map(({ name, value }) => [name, value])]),
  );
  return `(() => {
  try {
    for (const [name, value] of ${JSON.stringify(items)}[location.origin] ?? [])
      if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
  } catch {}
})()`;
}

/** Reads the storage of the page, within bounds. */
export const READ_STORAGE = `(() => {
  try {
    const items = Object.keys(localStorage).map((name) => [name, String(localStorage.getItem(name))]);
    const chars = items.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    return chars > ${MAX_STORAGE_CHARS} ? null : { origin: location.origin, items };
  } catch {
    return null;
  }
})()`;

export const asCookie = ({
  name,
  value,
  domain,
  path,
  expires,
  secure,
  httpOnly,
  sameSite,
}: BrowserCookie): SessionCookie => ({
  name,
  value,
  domain,
  path,
  expires,
  secure,
  httpOnly,
  sameSite: sameSite ?? 'Lax',
});

export const asStorage = ({ origin, items }: StorageItems): OriginStorage => ({
  origin,
  localStorage: items.map(([name, value]) => ({ name, value })),
});
