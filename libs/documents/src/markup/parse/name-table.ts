/** Maximum number of cached names per page. */
const MAX_NAMES = 2000;

/** Lower-case names of tags and attributes. Caches the name of each spelling, because names repeat. */
export class NameTable {
  private readonly names = new Map<string, string>();

  at(source: string, start: number, end: number): string {
    const written = source.slice(start, end);
    const known = this.names.get(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    if (this.names.size < MAX_NAMES) this.names.set(written, name);
    return name;
  }
}
