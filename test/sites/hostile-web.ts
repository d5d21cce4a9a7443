import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { linking } from './linked.js';
import { html, startSite, type Site } from './site.js';

/** A sequence of numbers from 0 to below 1 that a seed decides. */
export function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Kind =
  | 'page'
  | 'redirect'
  | 'loop'
  | 'outside'
  | 'busy'
  | 'always-busy'
  | 'flaky'
  | 'reset'
  | 'missing'
  | 'slow'
  | 'disallowed';

/** What is behind a path of the site. */
export interface Place {
  readonly path: string;
  readonly kind: Kind;
  readonly target: string;
  readonly links: readonly string[];
}

const KINDS: readonly [Kind, number][] = [
  ['page', 20],
  ['redirect', 4],
  ['loop', 1],
  ['outside', 1],
  ['busy', 1],
  ['always-busy', 0.5],
  ['flaky', 1],
  ['reset', 0.7],
  ['missing', 1],
  ['slow', 1],
  ['disallowed', 2],
];

/** A site that a seed makes up: cycles, redirects, faults, traps, and many spellings of each link. */
export class HostileWeb {
  readonly places = new Map<string, Place>();
  /** Where redirects that were answered led to: path and query. */
  readonly hops: string[] = [];
  private readonly visits = new Map<string, number>();
  private readonly random: () => number;
  site!: Site;

  private constructor(seed: number) {
    this.random = randomOf(seed);
  }

  static async start(seed: number): Promise<HostileWeb> {
    const web = new HostileWeb(seed);
    web.build();
    const handle = (request: IncomingMessage, response: ServerResponse) => web.answer(request, response);
    web.site = await startSite(new Proxy({}, { get: () => handle }));
    return web;
  }

  get url(): string {
    return this.site.url;
  }

  /** What a path leads to in the end; null for a chain without end. */
  destinationOf(path: string): Place | null {
    let place = this.places.get(path);
    for (let hops = 0; place?.kind === 'redirect'; hops++) {
      if (hops > this.places.size) return null;
      place = this.places.get(this.placeOf(place.target));
    }
    return place ?? null;
  }

  /** Where a link to a path leads, by its address. */
  placeOf(path: string): string {
    return this.places.has(path) ? path : `/private${path}`;
  }

  close(): Promise<void> {
    return this.site.close();
  }

  private build(): void {
    const count = 10 + this.below(50);
    const paths = Array.from({ length: count }, (_, n) => (n === 0 ? '/' : this.pathOf(n)));
    for (const path of paths) {
      const kind = path === '/' ? 'page' : this.kind();
      const place = kind === 'disallowed' ? `/private${path}` : path;
      const links = Array.from({ length: this.below(12) + (path === '/' ? 8 : 0) }, () => this.pick(paths));
      this.places.set(place, { path: place, kind, target: this.pick(paths), links });
    }
  }

  private pathOf(n: number): string {
    return this.pick([`/p${n}`, `/dir/${n}`, `/dir/sub/${n}.html`, `/2024/0${n % 9}/${n}`, `/q/${n}`]);
  }

  private kind(): Kind {
    let left = this.random() * KINDS.reduce((sum, [, weight]) => sum + weight, 0);
    return KINDS.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'page';
  }

  /** One of the ways in which sites write a link to a path. */
  private spell(path: string): string {
    const place = this.placeOf(path);
    return this.pick([place, place, place, `${place}#part`, `${place}?utm_source=x`, this.url + place, `/x/..${place}`]);
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
    if (path === '/sitemap.xml') return this.sitemap(response);
    const place = this.places.get(path);
    if (!place) return html('<title>Gone</title>', {}, 404)(request, response);
    const visit = (this.visits.get(path) ?? 0) + 1;
    this.visits.set(path, visit);
    this.serve(place, visit, request, response);
  }

  private serve(place: Place, visit: number, request: IncomingMessage, response: ServerResponse): void {
    const { path, kind, target } = place;
    const write = () => html(this.bodyOf(place))(request, response);
    switch (kind) {
      case 'redirect':
        return this.redirect(this.spell(target), response);
      case 'loop':
        return this.redirect(path, response);
      case 'outside':
        return this.redirect('http://127.0.0.1:9/', response);
      case 'busy':
        return visit > 1 ? write() : html('busy', { 'retry-after': '0' }, this.pick([429, 503]))(request, response);
      case 'always-busy':
        return html('busy', { 'retry-after': '0' }, 503)(request, response);
      case 'flaky':
        return visit > 1 ? write() : void response.destroy();
      case 'reset':
        return void request.socket.resetAndDestroy();
      case 'missing':
        return html('<title>Missing</title>', {}, this.pick([404, 410, 500]))(request, response);
      case 'slow':
        return void setTimeout(write, 100 + this.below(200));
      default:
        return write();
    }
  }

  private redirect(location: string, response: ServerResponse): void {
    const { pathname, search } = new URL(location, this.url);
    this.hops.push(pathname + search);
    response.writeHead(this.pick([301, 302, 307]), { location }).end();
  }

  private bodyOf({ path, links }: Place): string {
    const session = `/s;jsessionid=${Math.floor(this.random() * 1e9)}abcdefghij`;
    const traps = this.pick([[], [], [`${path}/x/x/x/x/x/`], [session], ['mailto:a@b', 'javascript:1', '/img.png', 'http://[']]);
    return linking(path, [...links.map((link) => this.spell(link)), ...traps]);
  }

  private sitemap(response: ServerResponse): void {
    const some = [...this.places.keys()].filter(() => this.random() < 0.3);
    const entries = some.map((path) => `<url><loc>${this.url}${path}</loc></url>`).join('');
    const whole = `<?xml version="1.0"?><urlset>${entries}<url><loc>http://elsewhere.example/</loc></url></urlset>`;
    this.pick<() => unknown>([
      () => response.end(whole),
      () => response.end(whole.slice(0, whole.length / 2)),
      () => response.end(gzipSync(whole)),
      () => response.end(gzipSync(whole).subarray(0, 40)),
      () => response.writeHead(500).end(),
      () => response.destroy(),
      () => response.end(`<sitemapindex><sitemap><loc>${this.url}/sitemap.xml</loc></sitemap></sitemapindex>`),
    ])();
  }

  private below(most: number): number {
    return Math.floor(this.random() * most);
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}
