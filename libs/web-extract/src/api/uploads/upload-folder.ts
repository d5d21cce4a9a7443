import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, unlink, type FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';

/** Below the data directory. */
const FOLDER = 'uploads';
const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;

/** An open temporary file. */
export interface TemporaryFile {
  readonly handle: FileHandle;
  /** Closes and removes it. */
  remove(): Promise<void>;
}

/**
 * Storage for large uploads until conversion. Files are readable by this user only and are removed with the process.
 */
@Injectable()
export class UploadFolder implements OnModuleInit {
  private readonly logger = new Logger('WebExtract');
  private readonly path: string | null;
  private lastTold = '';

  constructor({ dataDir }: ResolvedOptions) {
    this.path = dataDir === undefined ? null : resolve(dataDir, FOLDER);
  }

  /** True if a data directory is configured. */
  get isThere(): boolean {
    return this.path !== null;
  }

  /** Removes files of a killed process, on systems that cannot unlink open files. */
  async onModuleInit(): Promise<void> {
    if (this.path === null) return;
    const names = await readdir(this.path).catch(() => []);
    await Promise.all(names.map((name) => rm(join(this.path!, name), { force: true }).catch(() => {}))); // tried again at the next start
  }

  /** @throws UnavailableError when no file can be made */
  async open(): Promise<TemporaryFile> {
    try {
      return await this.openNew();
    } catch (error) {
      throw this.unavailable(error);
    }
  }

  /** Converts a file system error to one for the caller; the details are logged once. */
  unavailable(error: unknown): UnavailableError {
    const { message } = error as Error;
    if (message !== this.lastTold) this.logger.error(`Uploads cannot be stored: ${message}`);
    this.lastTold = message;
    return new UnavailableError('uploads cannot be stored, is the disk full?', 5, { cause: error });
  }

  private async openNew(): Promise<TemporaryFile> {
    const folder = this.path!;
    await makeDirectory(resolve(folder, '..'));
    await makeDirectory(folder);
    const path = join(folder, randomUUID());
    const handle = await open(path, 'wx+', FILE_MODE);
    // without a name it ends with the process, however that ends
    const hasName = await unlink(path).then(
      () => false,
      () => true,
    );
    const remove = async () => {
      await handle.close();
      if (hasName) await rm(path, { force: true });
    };
    return { handle, remove };
  }
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: DIRECTORY_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
