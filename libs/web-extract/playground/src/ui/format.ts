/** `1,234` */
export const count = (value: number): string => value.toLocaleString('en-US');

/** `24 Nov, 14:03` */
export const dateTime = (time: number): string =>
  Number.isFinite(time)
    ? new Date(time).toLocaleString('en-GB', {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
      })
    : '';

/** `842 ms`, `3.1 s` */
export function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** `640 B`, `12 kB`, `3.4 MB` */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Normalized HTTP or HTTPS URL; null for other schemes. */
export function webAddress(url: string): string | null {
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  } catch {
    return null;
  }
}

/** Path and query of a URL of the given origin; the full URL for other origins. */
export function shortAddress(url: string, origin: string | null): string {
  return origin !== null && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

export function originOf(url: string): string | null {
  return webAddress(url) === null ? null : new URL(url).origin;
}
