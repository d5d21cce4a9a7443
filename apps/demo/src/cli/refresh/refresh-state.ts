import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlRequest } from 'nestjs-web-extract';
import { CommandError } from '../command';
import { refuseOverwriting, type CrawlOutput } from '../output/crawl-output';
import { refuseLink, replaceText } from '../output/safe-files';

const REQUEST_FILE = 'request.json';

/** What a refreshed folder needs besides its files: the history of its pages, kept beside it. */
export class RefreshState {
  /** The library's data directory. */
  readonly dataDir: string;

  private constructor(private readonly path: string) {
    this.dataDir = join(path, 'data');
  }

  /** @throws CommandError if the output is not a folder of pages, or a crawl without `--refresh` still writes to it */
  static async open(output: CrawlOutput): Promise<RefreshState> {
    const names: string[] = await readdir(output.path).catch(() => []);
    if (!names.includes('index.jsonl')) await refuseOverwriting(output);
    if (await stat(output.statePath).catch(() => null)) {
      throw new CommandError(
        `${output.path} belongs to an unfinished crawl: finish it without --refresh, or remove ${output.statePath}`,
      );
    }
    const path = `${output.path}.history`;
    await refuseLink(path);
    await mkdir(path, { recursive: true, mode: 0o700 });
    return new RefreshState(path);
  }

  /** Whether the unfinished crawl in the data directory has the same options. */
  async isOf(request: CrawlRequest): Promise<boolean> {
    const begun = await readFile(join(this.path, REQUEST_FILE), 'utf8').catch(() => null);
    return begun === JSON.stringify(request);
  }

  async note(request: CrawlRequest): Promise<void> {
    await replaceText(join(this.path, REQUEST_FILE), JSON.stringify(request), 0o600);
  }
}
