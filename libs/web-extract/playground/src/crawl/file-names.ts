const MAX_CHARS = 120;

/** Names files after addresses: readable, valid on every system, never outside of their folder, and each given once. */
export function nameFiles(): (url: string) => string {
  const taken = new Set<string>();
  return (url) => {
    const name = baseOf(url);
    let free = name;
    for (let copy = 2; taken.has(free.toLowerCase()); copy++) free = `${name}-${copy}`;
    taken.add(free.toLowerCase());
    return `${free}.md`;
  };
}

function baseOf(url: string): string {
  const { hostname, pathname, search } = new URL(url, 'http://page/');
  const parts = [hostname, ...pathname.split('/').filter(Boolean)].map(harmless).filter(Boolean);
  const path = pathname.endsWith('/') ? [...parts, 'index'] : parts;
  return (path.join('/') + harmless(search)).slice(0, MAX_CHARS).replace(/[./]+$/, '');
}

/** No dots in front, and nothing that a system reads as anything but a name. */
function harmless(part: string): string {
  return part.replace(/[^\w.~-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
}
