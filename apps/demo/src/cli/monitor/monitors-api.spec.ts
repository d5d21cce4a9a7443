import type { ApiClient } from './api-client';
import { MonitorsApi } from './monitors-api';

/** Monitors of a server with these responses by path, and the paths that were asked for. */
function monitorsOf(answers: Readonly<Record<string, object>>) {
  const asked: string[] = [];
  const ask = ({ path }: { readonly path: string }) => {
    asked.push(path);
    return Promise.resolve(answers[path]);
  };
  const api = { ask } as unknown as ApiClient;
  return { asked, monitors: new MonitorsApi(api, new AbortController().signal) };
}

describe('MonitorsApi', () => {
  it('lists all monitors, however few of them a part has', async () => {
    const { asked, monitors } = monitorsOf({
      '/v2/monitor?limit=100': { data: [{ id: 'a' }, { id: 'b' }], next: '/v2/monitor?limit=100&offset=2' },
      '/v2/monitor?limit=100&offset=2': { data: [{ id: 'c' }], next: null },
    });
    expect((await monitors.list()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(asked).toHaveLength(2);
  });

  it('reads all pages of a check, however few of them a part has', async () => {
    const first = '/v2/monitor/m%2F1/checks/c1?limit=100&status=changed';
    const { asked, monitors } = monitorsOf({
      [first]: { data: { pages: [{ url: 'a' }], next: `${first}&skip=1` } },
      [`${first}&skip=1`]: { data: { pages: [{ url: 'b' }, { url: 'c' }], next: `${first}&skip=3` } },
      [`${first}&skip=3`]: { data: { pages: [{ url: 'd' }], next: null } },
    });
    const urls: string[] = [];
    for await (const { pages } of monitors.parts('m/1', 'c1', 'changed'))
      urls.push(...pages.map(({ url }) => url));
    expect(urls).toEqual(['a', 'b', 'c', 'd']);
    expect(asked).toEqual([first, `${first}&skip=1`, `${first}&skip=3`]);
  });
});
