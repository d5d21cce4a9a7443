import { Logger } from '@nestjs/common';
import { BrowserGoneError } from './browser-errors.js';
import { BrowserProcess } from './browser-process.js';
import { findBrowser, isExecutable } from './find-browser.js';
import { browserInstallHint } from './install-hint.js';
import { PAUSES_MS } from '../../../model/retry/policies.js';

interface LauncherSettings {
  /** Absent: looked for in the usual places. */
  readonly executablePath: string | undefined;
  readonly hasSandbox: boolean;
  readonly userAgent: string;
}

/** Finds the browser program and starts it. After a failed start, further starts fail for a while without an attempt. */
export class BrowserLauncher {
  private found: Promise<string | null> | null = null;
  private pausedUntil = 0;
  private readonly logger = new Logger('WebExtract');

  /** @param proxyPort of the guarded proxy, once it listens */
  constructor(
    private readonly settings: LauncherSettings,
    private readonly proxyPort: () => Promise<number>,
  ) {}

  /** Whether there is a program to start. */
  async isInstalled(): Promise<boolean> {
    const { executablePath } = this.settings;
    return executablePath === undefined ? (await findBrowser()) !== null : isExecutable(executablePath);
  }

  /** Starts a browser. @throws BrowserGoneError when there is none that starts */
  async launch(): Promise<BrowserProcess> {
    if (performance.now() < this.pausedUntil) throw new BrowserGoneError('no browser could be started');
    const executablePath = await this.find();
    const { hasSandbox, userAgent } = this.settings;
    try {
      const proxyPort = await this.proxyPort();
      return await BrowserProcess.start({ executablePath, proxyPort, userAgent, hasSandbox });
    } catch (error) {
      this.pausedUntil = performance.now() + PAUSES_MS.browser;
      this.logger.warn(`The browser ${executablePath} does not start: pages are not rendered.`);
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
