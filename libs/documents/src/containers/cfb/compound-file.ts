import { DamagedDocumentError } from '../../errors.js';
import type { DocumentBudget } from '../../document-budget.js';

const HEADER_BYTES = 512;
/** Number of allocation table sectors listed in the header. */
const HEADER_TABLE_SECTORS = 109;
const ENTRY_BYTES = 128;
/** Sector numbers from this value on are markers: end of chain, free sector, table sector. */
const MAX_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const STORAGE = 1;
const STREAM = 2;

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/**
 * Reads the root streams of a compound file, the container of the legacy binary Office formats.
 * @see MS-CFB
 */
export class CompoundFile {
  private readonly view: DataView;
  private readonly sectorBytes: number;
  private readonly miniBytes: number;
  private readonly miniCutoff: number;
  private readonly table: Uint32Array;
  private readonly miniTable: Uint32Array;
  private readonly miniStream: Uint8Array;
  private readonly entries = new Map<string, Entry>();

  /** @throws DamagedDocumentError if the directory cannot be read */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly budget: DocumentBudget,
  ) {
    if (bytes.length < HEADER_BYTES) throw new DamagedDocumentError('it ends within its header');
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const shift = this.view.getUint16(30, true);
    const miniShift = this.view.getUint16(32, true);
    if ((shift !== 9 && shift !== 12) || miniShift !== 6)
      throw new DamagedDocumentError('its header states impossible sizes');
    this.sectorBytes = 1 << shift;
    this.miniBytes = 1 << miniShift;
    this.miniCutoff = this.view.getUint32(56, true);
    this.table = this.readTable();
    const all = this.readDirectory(this.view.getUint32(48, true));
    const root = all[0];
    if (!root) throw new DamagedDocumentError('it has no directory');
    this.miniTable = asNumbers(this.chain(this.view.getUint32(60, true), Infinity));
    this.miniStream = this.chain(root.start, root.size);
    this.list(all, root.child);
  }

  /** Lower-case names of the root entries. */
  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** The bytes of a stream, possibly truncated; null if no stream has that name. */
  read(name: string): Uint8Array | null {
    const entry = this.entries.get(name.toLowerCase());
    if (entry?.type !== STREAM) return null;
    const bytes =
      entry.size < this.miniCutoff
        ? this.miniChain(entry.start, entry.size)
        : this.chain(entry.start, entry.size);
    this.budget.spend('inflatedBytes', bytes.length);
    return bytes;
  }

  /** Walks the name tree of the root, ignoring cycles. */
  private list(all: readonly Entry[], first: number): void {
    const seen = new Set<number>();
    const waiting = [first];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const entry = at === NO_ENTRY || seen.has(at) ? undefined : all[at];
      if (!entry) continue;
      seen.add(at);
      const name = entry.name.toLowerCase();
      if ((entry.type === STREAM || entry.type === STORAGE) && !this.entries.has(name))
        this.entries.set(name, entry);
      waiting.push(entry.left, entry.right);
    }
  }

  private readDirectory(start: number): Entry[] {
    const bytes = this.chain(start, Infinity);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries: Entry[] = [];
    for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      this.budget.spend('entries');
      const nameBytes = Math.min(64, view.getUint16(at + 64, true));
      entries.push({
        name: Buffer.from(bytes.subarray(at, at + Math.max(0, nameBytes - 2))).toString('utf16le'),
        type: view.getUint8(at + 66),
        left: view.getUint32(at + 68, true),
        right: view.getUint32(at + 72, true),
        child: view.getUint32(at + 76, true),
        start: view.getUint32(at + 116, true),
        size: view.getUint32(at + 120, true), // // the upper half matters for files beyond 2 GiB only
      });
    }
    return entries;
  }

  /** Successor of each sector. */
  private readTable(): Uint32Array {
    const sectors: number[] = [];
    for (let at = 0; at < HEADER_TABLE_SECTORS; at++) sectors.push(this.view.getUint32(76 + at * 4, true));
    let more = this.view.getUint32(68, true);
    for (let steps = this.sectors; more < MAX_SECTOR && steps > 0; steps--) {
      const list = asNumbers(this.sector(more));
      if (list.length === 0) break;
      for (const sector of list.subarray(0, -1)) sectors.push(sector);
      more = list.at(-1)!;
    }
    const used = [...new Set(sectors)].filter((sector) => sector < MAX_SECTOR);
    return asNumbers(joined(used.map((sector) => this.sector(sector))));
  }

  private get sectors(): number {
    return Math.ceil(this.bytes.length / this.sectorBytes);
  }

  private sector(number: number): Uint8Array {
    const start = (number + 1) * this.sectorBytes;
    return this.bytes.subarray(start, Math.min(start + this.sectorBytes, this.bytes.length));
  }

  private chain(start: number, size: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let length = 0;
    // a chain longer than the file contains a cycle
    for (let at = start, steps = this.sectors; at < MAX_SECTOR && steps > 0 && length < size; steps--) {
      const sector = this.sector(at);
      if (sector.length === 0) break;
      parts.push(sector);
      length += sector.length;
      at = this.table[at] ?? MAX_SECTOR;
    }
    const bytes = joined(parts);
    return size < bytes.length ? bytes.subarray(0, size) : bytes;
  }

  private miniChain(start: number, size: number): Uint8Array {
    const parts: Uint8Array[] = [];
    let length = 0;
    const most = Math.ceil(this.miniStream.length / this.miniBytes);
    for (let at = start, steps = most; at < MAX_SECTOR && steps > 0 && length < size; steps--) {
      const part = this.miniStream.subarray(at * this.miniBytes, (at + 1) * this.miniBytes);
      if (part.length === 0) break;
      parts.push(part);
      length += part.length;
      at = this.miniTable[at] ?? MAX_SECTOR;
    }
    return joined(parts).subarray(0, size);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

function asNumbers(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getUint32(at * 4, true));
}
