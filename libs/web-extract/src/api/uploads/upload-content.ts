import { ClientLeftError } from '../client/client-left.error.js';
import { joinInSteps } from '../../model/join-in-steps.js';
import { WebExtractError } from '../../model/errors.js';
import type { RequestShare } from '../../services/memory/request-bytes.js';
import type { FileSource } from '../../services/document.service.js';
import type { TemporaryFile, UploadFolder } from './upload-folder.js';

/** Larger uploads go to a file. */
export const IN_MEMORY_BYTES = 1024 * 1024;
const HEAD_BYTES = 64 * 1024;

/** The bytes of a file that a caller sent: the first in memory, all of a large one in a file. Must be discarded. */
export class UploadContent implements FileSource {
  size = 0;
  private chunks: Uint8Array[] = [];
  private file: TemporaryFile | null = null;
  private first: Uint8Array | null = null;
  private isDiscarded = false;
  /** Settles when the current use of the file ends; it cannot be closed before. */
  private use: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly share: RequestShare,
    private readonly folder: UploadFolder,
  ) {}

  get head(): Uint8Array {
    return this.first ?? Buffer.concat(this.chunks).subarray(0, HEAD_BYTES);
  }

  /** @throws RateLimitedError; UnavailableError when it cannot be written */
  async add(chunk: Uint8Array): Promise<void> {
    if (this.isDiscarded) throw new ClientLeftError();
    this.size += chunk.length;
    if (!this.file && (this.size <= IN_MEMORY_BYTES || !this.folder.isThere)) {
      this.share.take(chunk.length);
      this.chunks.push(chunk);
      return;
    }
    this.share.takeOfFiles(this.file ? chunk.length : this.size);
    if (!this.file) await this.moveToFile();
    await this.write(chunk);
  }

  async read(): Promise<Uint8Array> {
    if (this.isDiscarded) throw new ClientLeftError();
    const bytes = this.file ? this.readFile(this.file) : joinInSteps(this.chunks);
    this.use = bytes.catch(() => {});
    return bytes;
  }

  /** Forgets the bytes, and removes the file. Idempotent. */
  discard(): void {
    if (this.isDiscarded) return;
    this.isDiscarded = true;
    this.chunks = [];
    void this.use.then(() => this.removeFile());
  }

  private async moveToFile(): Promise<void> {
    this.first = Buffer.concat(this.chunks).subarray(0, HEAD_BYTES);
    this.file = await this.folder.open();
    if (this.isDiscarded) return this.removeFile();
    for (const chunk of this.chunks) await this.write(chunk);
    this.share.giveBack(this.chunks.reduce((sum, { length }) => sum + length, 0));
    this.chunks = [];
  }

  private async write(chunk: Uint8Array): Promise<void> {
    if (!this.file || this.isDiscarded) throw new ClientLeftError();
    try {
      const writing = this.file.handle.writeFile(chunk);
      this.use = writing.catch(() => {});
      await writing;
    } catch (error) {
      throw error instanceof WebExtractError ? error : this.folder.unavailable(error);
    }
  }

  private async readFile({ handle }: TemporaryFile): Promise<Uint8Array> {
    const bytes = new Uint8Array(this.size);
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await handle.read(bytes, at, Math.min(bytes.length - at, READ_BYTES), at);
      if (bytesRead === 0) throw this.folder.unavailable(new Error('a file is shorter than it was'));
      at += bytesRead;
    }
    return bytes;
  }

  private async removeFile(): Promise<void> {
    const { file } = this;
    this.file = null;
    await file?.remove().catch(() => {}); // removed at the next start
  }
}

const READ_BYTES = 4 * 1024 * 1024;
