import { belowBase, readParts, type ListPart } from './read-parts.js';

/** A server with these parts, and the paths that were asked for. */
function serverOf(parts: Readonly<Record<string, ListPart<number>>>) {
  const asked: string[] = [];
  const read = (path: string) => {
    asked.push(path);
    return Promise.resolve(parts[path]!);
  };
  return { asked, read };
}

describe('readParts', () => {
  it('follows the next part, however few entries a part has', async () => {
    const { asked, read } = serverOf({
      'v2/monitor?limit=100': { data: [1, 2], next: '/v2/monitor?limit=100&offset=2' },
      'v2/monitor?limit=100&offset=2': { data: [3], next: '/v2/monitor?limit=100&offset=3' },
      'v2/monitor?limit=100&offset=3': { data: [4], next: null },
    });
    expect(await readParts('v2/monitor?limit=100', read)).toEqual([1, 2, 3, 4]);
    expect(asked).toHaveLength(3);
  });

  it('ends where no next part is named', async () => {
    const { read } = serverOf({ 'v2/monitor': { data: [1] } });
    expect(await readParts('v2/monitor', read)).toEqual([1]);
  });
});

describe('belowBase', () => {
  it('asks for the next part below the base URL', () => {
    expect(belowBase('/v2/monitor/a/checks/b?limit=25&skip=3')).toBe('v2/monitor/a/checks/b?limit=25&skip=3');
    expect(belowBase(null)).toBeNull();
  });
});
