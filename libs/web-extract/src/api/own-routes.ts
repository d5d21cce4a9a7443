import type { Type } from '@nestjs/common';

/** Metadata keys under which Nest keeps the path of a controller and of its methods. */
const PATH = 'path';

/** One of our routes as the platform registered it, the host's global prefix included. */
export interface OwnRoute {
  readonly path: string;
  /** The part before our own path. */
  readonly mount: string;
}

/** Recognises the routes of our controllers among all routes of the application. */
export class OwnRoutes {
  private readonly suffixes: readonly string[];
  private readonly patterns = new Map<string, RegExp>();
  readonly mounts = new Set<string>();

  constructor(controllers: readonly Type<unknown>[]) {
    this.suffixes = controllers.flatMap(pathsOf);
  }

  get paths(): readonly string[] {
    return [...this.patterns.keys()];
  }

  /** Remembers a registered path when it is one of ours. */
  add(path: string): boolean {
    const suffix = this.suffixes.find((own) => path === own || path.endsWith(own));
    if (suffix === undefined) return false;
    this.patterns.set(path, toPattern(path));
    this.mounts.add(path.slice(0, path.length - suffix.length));
    return true;
  }

  /** Whether a request path leads to one of ours. */
  includes(path: string): boolean {
    const bare = path.length > 1 ? path.replace(/\/+$/, '') : path;
    return [...this.patterns.values()].some((pattern) => pattern.test(bare));
  }
}

function pathsOf(controller: Type<unknown>): string[] {
  const base = segmentsOf(Reflect.getMetadata(PATH, controller));
  const methods = methodsOf(controller.prototype as object);
  return methods.flatMap((method) => {
    const path: unknown = Reflect.getMetadata(PATH, method);
    return typeof path === 'string' ? [`/${[...base, ...segmentsOf(path)].join('/')}`] : [];
  });
}

/** A mounted controller extends the one that declares the routes: look along the prototypes. */
function methodsOf(prototype: object): object[] {
  const own = Object.getOwnPropertyNames(prototype)
    .map((name) => Object.getOwnPropertyDescriptor(prototype, name)?.value as unknown)
    .filter((value): value is object => typeof value === 'function');
  const parent = Object.getPrototypeOf(prototype) as object | null;
  return parent && parent !== Object.prototype ? [...own, ...methodsOf(parent)] : own;
}

const segmentsOf = (path: unknown): string[] =>
  String(path ?? '')
    .split('/')
    .filter(Boolean);

function toPattern(path: string): RegExp {
  const segments = segmentsOf(path).map((segment) =>
    segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(`^/${segments.join('/')}$`, 'i');
}
