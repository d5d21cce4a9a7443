import { adviceFor } from './unsupported-routes.js';
import type { GatedRoute } from '../gate/pre-auth-body-guard.js';
import { joinPath, type RouteMetadata } from './route-metadata.js';
import { withoutSlashes } from '../../model/cut-text.js';

/** Versions that an owned mount answers for. */
const VERSIONS = ['v0', 'v1', 'v2'];

/** A route of this module as registered by the platform, including the host's global prefix. */
interface OwnRoute {
  readonly pattern: RegExp;
  readonly mark: RouteMetadata;
  /** In capitals. */
  readonly methods: ReadonlySet<string>;
  /** Pattern of the path before the wildcard; null without a wildcard. */
  readonly head: RegExp | null;
}

/** The routes of one registration of the module, among all routes of the application. */
export class RouteRegistry {
  private readonly routes = new Map<string, OwnRoute>();
  private readonly bases = new Set<string>();

  constructor(private readonly marks: readonly RouteMetadata[]) {}

  /**
   * Remembers a registered path when its mark is one of ours.
   * @param methods HTTP methods that the platform registered for it, in any case
   */
  add(path: string, mark: RouteMetadata | undefined, methods: readonly string[] = []): boolean {
    if (!mark || !this.has(mark)) return false;
    const known = this.routes.get(path)?.methods ?? [];
    const all = new Set([...known, ...methods.map((method) => method.toUpperCase())]);
    this.routes.set(path, { pattern: toPattern(path), head: toHead(path), mark, methods: all });
    const own = withoutWildcard(mark.path);
    this.bases.add(joinPath(withoutWildcard(path).slice(0, -own.length), mark.base));
    return true;
  }

  /** As the platform registered them. */
  get paths(): readonly string[] {
    return [...this.routes.keys()];
  }

  /** Mount paths of the versions: the host's global prefix with the module's own. */
  get mounts(): readonly string[] {
    return [...this.bases];
  }

  /** Root path of each version below each mount. */
  get roots(): readonly string[] {
    return this.mounts.flatMap((mount) => VERSIONS.map((version) => joinPath(mount, version)));
  }

  /** The route that a request path leads to, from its version on: `/v1/crawl/:id`. */
  routeAt(path: string): string | undefined {
    const mark = this.find(path)?.mark;
    return mark && joinPath(mark.path.slice(mark.base.length));
  }

  /** Methods of the routes that match a request path, for the `Allow` header (RFC 9110, section 10.2.1). Empty without such a route. */
  methodsAt(path: string): readonly string[] {
    const bare = withoutSlashes(path);
    const found = [...this.routes.values()].filter(({ pattern }) => pattern.test(bare));
    const methods = new Set(found.flatMap((route) => [...route.methods]));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }

  /** True if a request path matches one of the module's routes. */
  includes(path: string): boolean {
    return this.find(path) !== undefined;
  }

  /** True if a request path is at or below the root of a version. */
  isBelowRoot(path: string): boolean {
    const bare = path.toLowerCase();
    return this.roots.some((root) => `${bare}/`.startsWith(`${root.toLowerCase()}/`));
  }

  /**
   * Alternative for a known path that is not offered. Alternatives belong to the same version; undefined if that
   * version is not mounted.
   */
  adviceFor(path: string): string | undefined {
    return this.mounts
      .map((mount) => (mount === '/' ? '' : mount))
      .filter((base) => path.toLowerCase().startsWith(`${base.toLowerCase()}/`))
      .map((base) => path.slice(base.length))
      .filter((below) => this.isMounted(below.split('/')[1] ?? ''))
      .map((below) => adviceFor(below))
      .find((advice) => advice !== undefined);
  }

  private isMounted(version: string): boolean {
    const name = version.toLowerCase();
    return this.marks.some(({ path, base }) => `${path}/`.startsWith(`${joinPath(base, name)}/`));
  }

  /** True if a registered route belongs to this registration. */
  has(mark: RouteMetadata | undefined): boolean {
    return mark !== undefined && this.marks.includes(mark);
  }

  /** Route properties needed before a body is read. */
  gated(path: string): GatedRoute {
    const { isOpen = false, body = 'json' } = this.find(path)?.mark ?? {};
    return { isOpen, body };
  }

  /** True if errors at the path are sent as text. */
  isText(path: string): boolean {
    const bare = withoutSlashes(path);
    return [...this.routes.values()].some(({ mark, pattern }) => mark.isText && pattern.test(bare));
  }

  /** The part of a URL matched by the route's wildcard, unparsed and with the query; undefined for other routes. */
  tailOf(url: string): string | undefined {
    for (const { head } of this.routes.values()) {
      const found = head?.exec(url)?.[0];
      if (found !== undefined && found.length < url.length) return url.slice(found.length);
    }
    return undefined;
  }

  private find(path: string): OwnRoute | undefined {
    const bare = path.length > 1 ? withoutSlashes(path) : path;
    return this.routes.get(path) ?? [...this.routes.values()].find(({ pattern }) => pattern.test(bare));
  }
}

function toPattern(path: string): RegExp {
  const source = sourceOf(withoutWildcard(path));
  return hasWildcard(path) ? new RegExp(`^/${source}/.+$`, 'is') : new RegExp(`^/${source}$`, 'i');
}

function toHead(path: string): RegExp | null {
  return hasWildcard(path) ? new RegExp(`^/${sourceOf(withoutWildcard(path))}/`, 'i') : null;
}

function sourceOf(path: string): string {
  return path
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
}

/** The end of a route that takes every path below it: with a name on Express, without on Fastify. */
const WILDCARD = /\/\*\w*$/;
const hasWildcard = (path: string): boolean => WILDCARD.test(path);
/** The route as Fastify takes it. */
export const withBareWildcard = (path: string): string => path.replace(WILDCARD, '/*');
const withoutWildcard = (path: string): string => path.replace(WILDCARD, '');
