import { Logger } from '@nestjs/common';
import { BrowserGoneError } from './browser-errors.js';
import { BrowserProcess } from './browser-process.js';
import { findBrowser, isExecutable } from './find-browser.js';
import { browserInstallHint } from './install-hint.js';
import { RunningBrowser, type BrowserBounds } from './running-browser.js';
import { PAUSES_MS } from '../../../model/retry/policies.js';

interface KeeperSettings extends BrowserBounds {
  /** Absent: looked for in the usual places. */
  readonly executablePath: string | undefined;
  readonly hasSandbox: boolean;
  readonly userAgent: string;
}

/** Keeps one browser running from the first need on, and replaces it when it is worn out or gone. */
export class BrowserKeeper {
  private current: Promise<RunningBrowser> | null = null;
  private readonly all = new Set<RunningBrowser>();
  private found: Promise<string | null> | null = null;
  private pausedUntil = 0;
  private isClosed = false;
  private readonly logger = new Logger('WebExtract');

  /** @param proxyPort of the guarded proxy, once it listens */
  constructor(
    private readonly settings: KeeperSettings,
    private readonly proxyPort: () => Promise<number>,
  ) {}

  /** The browser for the next page. @throws BrowserGoneError when there is none that starts */
  async get(): Promise<RunningBrowser> {
    if (this.isClosed) throw new BrowserGoneError('the browser was closed');
    const seen = this.current;
    const running = (await seen?.catch(() => null)) ?? null;
    if (running && !running.process.hasEnded && !running.isWornOut) return running;
    running?.retire();
    if (this.current === seen) this.current = null;
    return (this.current ??= this.start());
  }

  /** Whether there is a program to start. */
  async isInstalled(): Promise<boolean> {
    const { executablePath } = this.settings;
    return executablePath === undefined ? (await findBrowser()) !== null : isExecutable(executablePath);
  }

  /** Whether there is a browser that starts; it is running then. */
  async isAvailable(): Promise<boolean> {
    return this.get().then(
      () => true,
      () => false,
    );
  }

  /** Ends every browser. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.current?.catch(() => null);
    await Promise.all([...this.all].map(({ process }) => process.close()));
  }

  private async start(): Promise<RunningBrowser> {
    try {
      if (performance.now() < this.pausedUntil) throw new BrowserGoneError('no browser could be started');
      const running = new RunningBrowser(await this.launch(await this.find()), this.settings);
      this.all.add(running);
      void running.process.gone.then(() => this.all.delete(running));
      return running;
    } catch (error) {
      this.current = null;
      throw error;
    }
  }

  private async launch(executablePath: string): Promise<BrowserProcess> {
    const { hasSandbox, userAgent } = this.settings;
    try {
      const proxyPort = await this.proxyPort();
      return await BrowserProcess.start({ executablePath, proxyPort, userAgent, hasSandbox });
    } catch (error) {
      this.pausedUntil = performance.now() + PAUSES_MS.browser;
      this.logger.warn(`The browser ${executablePath} does not start: pages are taken as they are sent.`);
      throw error;
    }
  }

  private async find(): Promise<string> {
    const path = this.settings.executablePath ?? (await (this.found ??= this.look()));
    if (path === null) throw new BrowserGoneError('no browser is installed');
    return path;
  }

  private async look(): Promise<string | null> {
    const path = await findBrowser();
    if (path === null)
      this.logger.warn(
        `No browser was found, pages are returned without rendering: install Chromium (${browserInstallHint()}), or set the option browser.executablePath`,
      );
    return path;
  }
}
