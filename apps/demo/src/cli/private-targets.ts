/** All addresses there are. Names that never lead to the open Internet must be listed by themselves. */
const EVERYWHERE = ['0.0.0.0/0', '::/0', 'localhost', '*.localhost'];

/** Targets for `--allow-private`: every address, and the host name of the target. */
export function privateTargets(target = ''): string[] {
  const name = hostOf(target);
  return name === null ? EVERYWHERE : [...EVERYWHERE, name];
}

function hostOf(target: string): string | null {
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(target) ? target : `http://${target}`;
  try {
    const { hostname } = new URL(text);
    return /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(hostname) && !/^[\d.]+$/.test(hostname) ? hostname : null;
  } catch {
    return null; // the fetch reports the invalid URL
  }
}
