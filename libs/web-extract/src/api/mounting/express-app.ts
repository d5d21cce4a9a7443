import { markOfHandler, type RouteMetadata } from './route-metadata.js';

/** The parts of Express 5 and its router used here. */
export interface ExpressApp {
  readonly router: { readonly stack: ExpressLayer[] };
  use(...handlers: unknown[]): void;
  get(path: string, handler: unknown): void;
}

interface ExpressLayer {
  /** Name of the handler function. */
  readonly name: string;
  /** True for layers that match every path. */
  readonly slash: boolean;
  readonly route?: {
    readonly path: unknown;
    readonly methods: Readonly<Record<string, boolean | undefined>>;
    readonly stack: readonly { readonly handle: unknown }[];
  };
  match(path: string): unknown;
}

/** The functions that Express' own parsers are. */
const PARSERS = new Set(['jsonParser', 'urlencodedParser', 'rawParser', 'textParser']);

/**
 * Inserts a handler before the body parsers, or before the first layer with a path if no parser of Express is found.
 */
export function useBeforeParsers(app: ExpressApp, handler: unknown): void {
  const { stack } = app.router;
  const parser = stack.findIndex(({ name }) => PARSERS.has(name));
  const at = parser >= 0 ? parser : stack.findIndex(({ slash }) => !slash);
  app.use(handler);
  const layer = stack.pop();
  if (layer) stack.splice(at < 0 ? stack.length : at, 0, layer);
}

/**
 * Finds two registrations of the module with one prefix: the second would never be asked. Fastify refuses such routes itself.
 *
 * @throws Error naming the route
 */
export function refuseSharedRoutes({ router }: ExpressApp, isOurs: (mark: RouteMetadata) => boolean): void {
  const marks = new Map<string, RouteMetadata>();
  for (const { route } of router.stack) {
    const mark = markOfHandler(route?.stack[0]?.handle);
    if (!mark || typeof route?.path !== 'string') continue;
    for (const method of Object.keys(route.methods)) {
      const name = `${method.toUpperCase()} ${route.path}`;
      const known = marks.get(name);
      if (known && isOurs(known) !== isOurs(mark)) {
        throw new Error(
          `Two registrations of WebExtractModule have the route ${name}: give each its own prefix`,
        );
      }
      marks.set(name, mark);
    }
  }
}

/**
 * Determines from the routes of the application whether a request belongs to our route, to a handler of the host at its
 * path, or to neither.
 */
export function claimOn(
  { router }: ExpressApp,
  { method, path }: { readonly method: string; readonly path: string },
  isOurs: (mark: RouteMetadata | undefined) => boolean,
): 'ours' | 'host' | null {
  const verb = method.toLowerCase();
  let claim: 'host' | null = null;
  for (const layer of router.stack) {
    const takes = layer.route?.methods;
    if (layer.slash || (takes && !takes[verb] && !takes['_all']) || !matches(layer, path)) continue;
    if (layer.route && isOurs(markOfHandler(layer.route.stack[0]?.handle))) return 'ours';
    claim = 'host';
  }
  return claim;
}

function matches(layer: ExpressLayer, path: string): boolean {
  try {
    return Boolean(layer.match(path));
  } catch {
    return false; // a parameter that cannot be decoded
  }
}
