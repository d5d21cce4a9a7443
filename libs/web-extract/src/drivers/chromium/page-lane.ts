import { BrowserError, PageClosedError, PageCrashedError } from './browser-errors.js';
import type { BrowserProcess } from './browser-process.js';
import type { CdpSession } from './cdp-pipe.js';
import { DocumentGate, type GateSettings, type PausedRequest } from './document-gate.js';
import { GREETING_URL } from './guarded-proxy.js';
import { PageProgress } from './page-progress.js';
import type { PageTraffic } from './page-traffic.js';
import { PageWorlds, WORLD } from './page-worlds.js';
import { CLOSE_WAYS_OUT, WATCH_DOM } from './watch-dom.js';

/** How a page is opened. */
export interface LaneSettings extends GateSettings {
  readonly traffic: PageTraffic;
  /** The pairs of a `Cookie` header, for `origin`. */
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
  readonly userAgent: string;
  readonly acceptLanguage: string | undefined;
  readonly mobile: boolean;
  readonly skipTlsVerification: boolean;
}

/** A page that says more is not listened to any longer: it is taken when its time is up. */
const MAX_EVENTS = 20_000;
/** A page that asks more questions is not there to be read. */
const MAX_DIALOGS = 50;
/** A page that cannot be ended in this time is left to the watch over the browser's memory. */
const DISPOSE_MS = 5_000;

const PHONE_SCREEN = { width: 390, height: 844, deviceScaleFactor: 2, mobile: true };
const PHONE = {
  platform: 'Linux armv81',
  userAgentMetadata: {
    platform: 'Android',
    platformVersion: '10.0.0',
    architecture: '',
    model: 'K',
    mobile: true,
  },
};

/** One page in a context of its own: no cookie, storage, connection or worker of it outlives it. */
export class PageLane {
  readonly progress: PageProgress;
  readonly worlds: PageWorlds;
  private readonly gate: DocumentGate;
  private events = 0;
  private dialogs = 0;

  private constructor(
    private readonly browser: BrowserProcess,
    private readonly contextId: string,
    readonly mainFrame: string,
    readonly session: CdpSession,
    private readonly settings: LaneSettings,
  ) {
    this.progress = new PageProgress(mainFrame);
    this.worlds = new PageWorlds(session, this.progress, mainFrame);
    this.gate = new DocumentGate(session, settings);
    session.listen((method, params) => this.hear(method, params));
  }

  /** Opens a blank page that is ready to be led to its address. @throws BrowserError */
  static async open(browser: BrowserProcess, settings: LaneSettings): Promise<PageLane> {
    const root = browser.pipe.browser;
    const context = { disposeOnDetach: true };
    const { browserContextId } = await root.send<{ browserContextId: string }>(
      'Target.createBrowserContext',
      context,
    );
    try {
      const page = { url: 'about:blank', browserContextId };
      const { targetId } = await root.send<{ targetId: string }>('Target.createTarget', page);
      const wanted = { targetId, flatten: true };
      const { sessionId } = await root.send<{ sessionId: string }>('Target.attachToTarget', wanted);
      const session = browser.pipe.attach(sessionId);
      const lane = new PageLane(browser, browserContextId, targetId, session, settings);
      await lane.prepare();
      return lane;
    } catch (error) {
      root.command('Target.disposeBrowserContext', { browserContextId });
      throw error;
    }
  }

  /** Leads the page to its address, whose document is there already. @throws BrowserError when it cannot be shown */
  async navigate(url: string): Promise<void> {
    const { errorText } = await this.session.send<{ errorText?: string }>('Page.navigate', { url });
    if (errorText !== undefined) throw new BrowserError(`the page cannot be shown (${errorText})`);
  }

  /** Ends whatever the page's scripts do, for good: loops are broken, and requests that hold them up are cut. */
  async silence(): Promise<void> {
    this.settings.traffic.cut();
    await this.session.send('Runtime.terminateExecution', {}, 1_000).catch(() => {}); // what is wanted next is tried all the same
    this.session.command('Emulation.setScriptExecutionDisabled', { value: true });
  }

  /** Ends the page and everything it began. */
  async close(): Promise<void> {
    this.session.end(new PageClosedError('the page was closed'));
    this.progress.changed();
    const context = { browserContextId: this.contextId };
    await this.browser.pipe.browser.send('Target.disposeBrowserContext', context, DISPOSE_MS).catch(() => {}); // the browser has ended, or its memory is watched
  }

  private async prepare(): Promise<void> {
    const { session, settings, gate } = this;
    const begun: Promise<object>[] = [];
    const send = (method: string, params: object = {}) => begun.push(session.send(method, params));
    send('Page.enable');
    send('Inspector.enable');
    send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 });
    send('Fetch.enable', { handleAuthRequests: true, patterns: gate.patterns });
    send('Page.addScriptToEvaluateOnNewDocument', { source: WATCH_DOM, worldName: WORLD });
    send('Page.addScriptToEvaluateOnNewDocument', { source: CLOSE_WAYS_OUT });
    this.emulate(send);
    if (settings.cookies.length > 0 && settings.origin !== null) {
      const place = { url: `${settings.origin}/`, sameSite: 'Lax' };
      send('Network.setCookies', { cookies: settings.cookies.map((cookie) => ({ ...cookie, ...place })) });
    }
    const downloads = { behavior: 'deny', browserContextId: this.contextId };
    this.browser.pipe.browser.command('Browser.setDownloadBehavior', downloads);
    // Where the proxy asks for the password later, nobody may be there to answer: it is shown first.
    send('Page.navigate', { url: GREETING_URL });
    await Promise.all(begun);
  }

  private emulate(send: (method: string, params: object) => void): void {
    const { mobile, userAgent, acceptLanguage, skipTlsVerification } = this.settings;
    if (mobile) {
      send('Emulation.setDeviceMetricsOverride', PHONE_SCREEN);
      send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    }
    if (mobile || acceptLanguage !== undefined) {
      const language = acceptLanguage === undefined ? {} : { acceptLanguage };
      send('Emulation.setUserAgentOverride', { userAgent, ...language, ...(mobile ? PHONE : {}) });
    }
    if (skipTlsVerification) send('Security.setIgnoreCertificateErrors', { ignore: true });
  }

  private hear(method: string, params: never): void {
    if (++this.events === MAX_EVENTS) this.session.command('Network.disable');
    this.hears[method]?.(params);
    this.progress.hear(method, params);
  }

  private readonly hears: Readonly<Record<string, (params: never) => void>> = {
    'Fetch.requestPaused': (paused: PausedRequest) => void this.gate.decide(paused, this.mainFrame),
    'Fetch.authRequired': ({ requestId, authChallenge }: AuthEvent) => {
      const { user: username, password } = this.settings.traffic;
      const isProxy = authChallenge.source === 'Proxy';
      const credentials = { response: 'ProvideCredentials', username, password };
      const authChallengeResponse = isProxy ? credentials : { response: 'CancelAuth' };
      this.session.command('Fetch.continueWithAuth', { requestId, authChallengeResponse });
    },
    'Page.javascriptDialogOpening': ({ type }: { type: string }) => {
      if (++this.dialogs > MAX_DIALOGS) void this.silence();
      this.session.command('Page.handleJavaScriptDialog', { accept: type !== 'prompt' });
    },
    'Inspector.targetCrashed': () => this.session.end(new PageCrashedError('the page crashed')),
  };
}

interface AuthEvent {
  readonly requestId: string;
  readonly authChallenge: { readonly source: string };
}
