/** The value under a name that anybody may have chosen: `toString` is none of its own, unless it says so. */
export function ownValue(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, name)) return undefined;
  return (object as Readonly<Record<string, unknown>>)[name];
}
