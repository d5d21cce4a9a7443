/** Paths at which a value lacks what an example of it has. */
export function lackOf(example, value, path = 'answer') {
  if (typeof example !== typeof value || (value === null) !== (example === null)) return [path];
  if (typeof example !== 'object') return [];
  return Object.entries(example).flatMap(([name, part]) => lackOf(part, value[name], `${path}.${name}`));
}
