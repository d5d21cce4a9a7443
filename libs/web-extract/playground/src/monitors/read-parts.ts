/** A part of a list; how many entries it has depends on their size. */
export interface ListPart<Entry> {
  readonly data: readonly Entry[];
  /** Path of the next part; null or absent at the end. */
  readonly next?: string | null;
}

/** Reads a list part by part, until no part follows. @param read asks for a path below the base URL */
export async function readParts<Entry>(
  first: string,
  read: (path: string) => Promise<ListPart<Entry>>,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let path: string | null = first;
  while (path !== null) {
    const { data, next }: ListPart<Entry> = await read(path);
    entries.push(...data);
    path = belowBase(next ?? null);
  }
  return entries;
}

/** The path of a next part, as it is asked for below the base URL. */
export const belowBase = (next: string | null): string | null => next?.replace(/^\//, '') ?? null;
