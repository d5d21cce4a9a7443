/** Maximum number of cached names per page. */
const MAX_NAMES = 2000;
/** A power of two. */
const SLOTS = 1024;

/** Lower-case names of tags and attributes. Caches the name of each spelling, because names repeat. */
export class NameTable {
  private readonly names = new Map<string, string>();
  /** Spellings by their length and three of their characters: spares most names a string of their own. */
  private readonly slots: (readonly [written: string, name: string] | undefined)[] = new Array<undefined>(
    SLOTS,
  );

  at(source: string, start: number, end: number): string {
    const slot = slotOf(source, start, end);
    const found = this.slots[slot];
    if (found !== undefined && isAt(found[0], source, start, end)) return found[1];
    const written = source.slice(start, end);
    const name = this.names.get(written) ?? this.add(written);
    this.slots[slot] = [written, name];
    return name;
  }

  private add(written: string): string {
    const name = written.toLowerCase();
    if (this.names.size < MAX_NAMES) this.names.set(written, name);
    return name;
  }
}

function slotOf(source: string, start: number, end: number): number {
  const middle = source.charCodeAt((start + end) >> 1);
  const edges = source.charCodeAt(start) * 37 + source.charCodeAt(end - 1);
  return (edges * 37 + middle * 5 + (end - start)) & (SLOTS - 1);
}

function isAt(written: string, source: string, start: number, end: number): boolean {
  if (written.length !== end - start) return false;
  for (let at = 0; at < written.length; at++)
    if (written.charCodeAt(at) !== source.charCodeAt(start + at)) return false;
  return true;
}
