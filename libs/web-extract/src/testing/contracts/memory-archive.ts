import type { Archive, ArchiveListing } from '../../model/crawl/archive.js';
import { ArchiveUnavailableError } from '../../model/errors.js';

/** An archive in memory that can fail. */
export class MemoryArchive implements Archive {
  readonly objects = new Map<string, Buffer>();
  /** Called before an object is stored. */
  beforePut: () => Promise<void> = async () => {};
  /** Called before an object is read. */
  beforeRead: () => Promise<void> = async () => {};
  isAway = false;

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.beforePut();
    this.check();
    this.objects.set(name, Buffer.from(bytes));
  }
  async read(name: string, from: number, length: number): Promise<Buffer> {
    await this.beforeRead();
    this.check();
    const object = this.objects.get(name);
    if (!object || object.length < from + length) throw new ArchiveUnavailableError('test');
    return object.subarray(from, from + length);
  }
  async list(prefix: string): Promise<ArchiveListing> {
    this.check();
    const names = [...this.objects.keys()].filter((name) => name.startsWith(prefix));
    return { objects: names.map((name) => ({ name, modifiedAt: Date.now() })), cursor: null };
  }
  async remove(names: readonly string[]): Promise<void> {
    this.check();
    for (const name of names) this.objects.delete(name);
  }
  async checkReady(): Promise<void> {
    this.check();
  }
  async close(): Promise<void> {}

  private check(): void {
    if (this.isAway) throw new ArchiveUnavailableError('test');
  }
}
