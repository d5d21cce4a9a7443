import { adviceFor } from './not-offered.js';
import type { GatedRoute } from '../gate/body-gate.js';
import { joinPath, type RouteMark } from './route-mark.js';
import { withoutSlashes } from '../../model/cut-text.js';

/** Versions that an owned mount answers for. */
const VERSIONS = ['v0', 'v1', 'v2'];

/** One of our routes as the platform registered it, the host's global prefix included. */
interface OwnRoute {
  readonly pattern: RegExp;
  readonly mark: RouteMark;
}

/** The routes of one registration of the module, among all routes of the application. */
export class OwnRoutes {
  private readonly routes = new Map<string, OwnRoute>();
  private readonly bases = new Set<string>();

  constructor(private readonly marks: readonly RouteMark[]) {}

  /** Remembers a registered path when its mark is one of ours. */
  add(path: string, mark: RouteMark | undefined): boolean {
    if (!mark || !this.has(mark)) return false;
    this.routes.set(path, { pattern: toPattern(path), mark });
    this.bases.add(joinPath(path.slice(0, path.length - mark.path.length), mark.base));
    return true;
  }

  /** As the platform registered them. */
  get paths(): readonly string[] {
    return [...this.routes.keys()];
  }

  /** Where the versions lie: the host's global prefix and our own. */
  get mounts(): readonly string[] {
    return [...this.bases];
  }

  /** One path for each version below each mount. */
  get roots(): readonly string[] {
    return this.mounts.flatMap((mount) => VERSIONS.map((version) => joinPath(mount, version)));
  }

  /** The route that a request path leads to, from its version on: `/v1/crawl/:id`. */
  routeAt(path: string): string | undefined {
    const mark = this.find(path)?.mark;
    return mark && joinPath(mark.path.slice(mark.base.length));
  }

  /** Whether a request path leads to one of our routes. */
  includes(path: string): boolean {
    return this.find(path) !== undefined;
  }

  /** Whether a request path leads to one of our routes or anywhere below its version. */
  isBelowRoot(path: string): boolean {
    const bare = path.toLowerCase();
    return this.roots.some((root) => `${bare}/`.startsWith(`${root.toLowerCase()}/`));
  }

  /** What to use in place of a path that clients know and that is not offered. It lies in the same version: without that there is none. */
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

  /** Whether a registered route is one of ours. */
  has(mark: RouteMark | undefined): boolean {
    return mark !== undefined && this.marks.includes(mark);
  }

  /** What must be known of the path before a body is read. */
  gated(path: string): GatedRoute {
    const { isOpen = false, body = 'json' } = this.find(path)?.mark ?? {};
    return { isOpen, body };
  }

  private find(path: string): OwnRoute | undefined {
    const bare = path.length > 1 ? withoutSlashes(path) : path;
    return this.routes.get(path) ?? [...this.routes.values()].find(({ pattern }) => pattern.test(bare));
  }
}

function toPattern(path: string): RegExp {
  const segments = path
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^/${segments.join('/')}$`, 'i');
}
