import { splitUrl } from './split-url.js';

/**
 * Kind of growth of an address, compared with that of the page that leads to it. `repeats`: its path contains a segment twice. `counts`: it
 * differs in numbers only, is deeper below the page, or has a longer query.
 */
export type Growth = 'repeats' | 'counts';

const MIN_REPEATING_SEGMENTS = 3;

export function growthOf(url: string, from: string): Growth | null {
  const [to, start] = [splitUrl(url), splitUrl(from)];
  if (!to || !start || to.host !== start.host) return null;
  if (hasTwins(to.path)) return 'repeats';
  if (to.path === start.path)
    return to.query.length > start.query.length && start.query.length > 1
      ? 'counts'
      : countsOf(to.query, start.query);
  if (to.query === start.query && isBelow(to.path, start.path)) return 'counts';
  return countsOf(to.path + to.query, start.path + start.query);
}

/** A segment that occurs twice, as in relative links that resolve below themselves. */
function hasTwins(path: string): boolean {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.length >= MIN_REPEATING_SEGMENTS && new Set(segments).size < segments.length;
}

/** Below the folder of a page that is not the root itself. */
function isBelow(path: string, from: string): boolean {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  return folder.length > 1 && path.length > folder.length && path.startsWith(folder);
}

function countsOf(to: string, from: string): 'counts' | null {
  return to !== from && withoutNumbers(to) === withoutNumbers(from) ? 'counts' : null;
}

const withoutNumbers = (text: string): string => text.replace(/\d+/g, '0');
