import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { membersOf, readRecord } from '../../web/warc/read-records.js';
import { infoRecord, newRecordId, writeRecord, type WarcRecord } from '../../web/warc/warc-record.js';
import { outcomeOf, targetOf, type RecordedOutcome } from './recorded-exchange.js';
import { requestName } from './recorded-request.js';
import { RecordingError } from './recorded-web.errors.js';

const ENDING = '.warc.gz';
const FILE = `recording${ENDING}`;

interface Entry {
  readonly member: Buffer;
  readonly durationMs: number;
}

/** The responses of a folder: WARC files, packed record by record. Kept in memory as packed. */
export class Recording {
  private readonly entries = new Map<string, Entry>();
  private writes: Promise<void> = Promise.resolve();
  private loading: Promise<void> | null = null;
  private hasFile = false;

  constructor(readonly dir: string) {}

  /** @throws RecordingError if a file is damaged */
  load(): Promise<void> {
    return (this.loading ??= this.readFolder());
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  /** Returns the recorded outcome of a request, and the time that it took; null if there is none. */
  find(
    url: string,
    variant: string,
  ): { readonly outcome: RecordedOutcome; readonly durationMs: number } | null {
    const entry = this.entries.get(requestName(url, variant));
    return entry ? { outcome: outcomeOf(readRecord(entry.member)), durationMs: entry.durationMs } : null;
  }

  /** Adds a record; it is in the file when the promise resolves. */
  async add(record: WarcRecord): Promise<void> {
    const member = await writeRecord(record);
    this.enter(member);
    this.writes = this.writes.catch(() => {}).then(() => this.append(member));
    await this.writes;
  }

  /** Waits for the records that are being written. */
  async close(): Promise<void> {
    await this.writes;
  }

  private enter(member: Buffer): void {
    const target = targetOf(readRecord(member));
    if (!target) return;
    const { url, variant, durationMs } = target;
    this.entries.set(requestName(url, variant), { member, durationMs });
  }

  private async append(member: Buffer): Promise<void> {
    if (!this.hasFile) {
      await mkdir(this.dir, { recursive: true });
      const fields = {
        software: 'nestjs-web-extract',
        format: 'WARC File Format 1.1',
        description: 'Recording for tests',
      };
      const info = infoRecord(fields, { id: newRecordId(), at: Date.now() });
      await appendFile(join(this.dir, FILE), await writeRecord(info));
      this.hasFile = true;
    }
    await appendFile(join(this.dir, FILE), member);
  }

  private async readFolder(): Promise<void> {
    const names = await readdir(this.dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names.filter((one) => one.endsWith(ENDING)).sort()) {
      this.hasFile ||= name === FILE;
      await this.readFile(join(this.dir, name));
    }
  }

  private async readFile(path: string): Promise<void> {
    const file = await readFile(path);
    try {
      for (const member of membersOf(file)) this.enter(member);
    } catch (cause) {
      throw new RecordingError(this.dir, `${path} is damaged: remove it and record again`, { cause });
    }
  }
}
