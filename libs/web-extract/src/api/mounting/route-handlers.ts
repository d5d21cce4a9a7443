/** Metadata key of Nest: the path of a controller or of a handler. */
export const PATH = 'path';

export type Handler = (...args: unknown[]) => unknown;

/** Every route handler that instances of the class have, declared or inherited: the own ones come first, as in Nest. */
export function handlersOf(prototype: object): Map<string, Handler> {
  const parent = Object.getPrototypeOf(prototype) as object | null;
  const own = Object.getOwnPropertyNames(prototype)
    .map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)?.value] as [string, Handler])
    .filter(([name, value]) => name !== 'constructor' && typeof value === 'function') // a controller has a path too
    .filter(([, value]) => Reflect.hasMetadata(PATH, value));
  const inherited = parent && parent !== Object.prototype ? [...handlersOf(parent)] : [];
  return new Map([...own, ...inherited.filter(([name]) => !Object.hasOwn(prototype, name))]);
}

/** Gives `copy` the name of `handler` and all that Nest knows of it. */
export function withMetadataOf(handler: Handler, copy: Handler): Handler {
  Object.defineProperty(copy, 'name', { value: handler.name });
  for (const key of Reflect.getMetadataKeys(handler) as string[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), copy);
  }
  return copy;
}
