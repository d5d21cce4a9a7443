/** Path of a request for entries of a change feed, below the base URL. */
export function changesPath(query: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return fields.length === 0 ? 'v2/changes' : `v2/changes?${new URLSearchParams(fields).toString()}`;
}
