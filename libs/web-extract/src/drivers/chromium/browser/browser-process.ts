import { spawn, type ChildProcess } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { platform } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { BrowserGoneError } from './browser-errors.js';
import { browserFlags } from './browser-flags.js';
import { CdpPipe } from './cdp-pipe.js';
import { ProfileFolder } from './profile-folder.js';

interface BrowserSettings {
  readonly executablePath: string;
  readonly proxyPort: number;
  readonly userAgent: string;
  readonly hasSandbox: boolean;
}

const START_MS = 20_000;
/** From the wish to end until the end by force. */
const CLOSE_MS = 1_500;
/** Chromium keeps pictures of pages in shared memory, and crashes pages when it is full. */
const MIN_SHARED_BYTES = 512 * 1024 * 1024;

/** One running browser in a process group and a folder of its own. It ends with this process, however that ends. */
export class BrowserProcess {
  /** Resolves when the browser is gone, its group was killed and its folder removed. */
  readonly gone: Promise<void>;
  readonly startedAt = performance.now();
  /** The browser has ended, whatever the reason; its group and its folder go now. */
  hasEnded = false;
  private isKilled = false;

  private constructor(
    private readonly child: ChildProcess,
    readonly pipe: CdpPipe,
    profile: ProfileFolder,
  ) {
    this.gone = new Promise((resolve) => {
      const end = () => {
        this.hasEnded = true;
        this.kill();
        pipe.close(new BrowserGoneError('the browser has ended'));
        void profile.remove().then(resolve);
      };
      child.once('exit', end);
      child.once('error', end);
    });
  }

  /** @throws BrowserGoneError when it cannot be started or does not answer */
  static async start(settings: BrowserSettings): Promise<BrowserProcess> {
    const profile = await ProfileFolder.create();
    const flags = browserFlags({
      ...settings,
      profile: profile.path,
      hasSharedMemory: await hasSharedMemory(),
    });
    const child = spawn(settings.executablePath, flags, {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      detached: platform() !== 'win32', // leader of its own group
      ...(platform() === 'win32' ? {} : { cwd: profile.path, env: environment(profile.path) }),
    });
    const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
    const browser = new BrowserProcess(child, new CdpPipe(input, output), profile);
    child.unref();
    try {
      await browser.pipe.browser.send('Browser.getVersion', {}, START_MS);
      return browser;
    } catch (cause) {
      browser.kill();
      await browser.gone;
      throw new BrowserGoneError(`${settings.executablePath} does not start`, { cause });
    }
  }

  /** Undefined when it could not even be started. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Ends the browser, by force when it takes too long. */
  async close(): Promise<void> {
    this.pipe.browser.command('Browser.close');
    const timer = setTimeout(() => this.kill(), CLOSE_MS);
    await this.gone;
    clearTimeout(timer);
  }

  /** Ends the browser and every process of its group at once. Idempotent. */
  kill(): void {
    const { pid } = this.child;
    if (pid === undefined || this.isKilled) return;
    this.isKilled = true;
    try {
      if (platform() === 'win32') this.child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // all of them have ended
    }
  }
}

/** The host's environment is no business of a program that runs foreign scripts. */
function environment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: home,
    LANG: 'en_US.UTF-8',
    TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

async function hasSharedMemory(): Promise<boolean> {
  if (platform() !== 'linux') return true;
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MIN_SHARED_BYTES;
}
