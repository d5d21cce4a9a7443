import type { AuthEvent, BlankPage } from '../browser/blank-page.js';
import { BrowserError, PageClosedError, PageCrashedError } from '../browser/browser-errors.js';
import type { CdpSession } from '../browser/cdp-pipe.js';
import { DocumentGate, type GateSettings, type PausedRequest } from '../network/document-gate.js';
import type { PictureSize } from '../../../model/page/screenshot-options.js';
import { PageProgress } from './page-progress.js';
import { PageWorlds } from './page-worlds.js';
import { screenOf, showOn, type Screen } from './screen.js';
import {
  asCookie,
  asStorage,
  bringState,
  READ_STORAGE,
  type BrowserCookie,
  type StorageItems,
} from './visitor-state.js';
import type { BrowserState, BrowserVisitor } from '../../../ports/renderer.port.js';

/** How a page is opened. */
export interface LaneSettings extends GateSettings {
  /** The pairs of a `Cookie` header, for `origin`. */
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
  readonly userAgent: string;
  readonly acceptLanguage: string | undefined;
  readonly mobile: boolean;
  /** Null for the usual one. */
  readonly viewport: PictureSize | null;
  readonly skipTlsVerification: boolean;
}

/** A page that says more is not listened to any longer: it is taken when its time is up. */
const MAX_EVENTS = 20_000;
/** Longest time for reading the state of a visitor. */
const STATE_MS = 2_000;
/** A page that asks more questions is not there to be read. */
const MAX_DIALOGS = 50;

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
export class PageSession {
  readonly progress: PageProgress;
  readonly worlds: PageWorlds;
  private readonly gate: DocumentGate;
  private events = 0;
  private dialogs = 0;

  readonly mainFrame: string;
  readonly session: CdpSession;

  private constructor(
    private readonly blank: BlankPage,
    private readonly settings: LaneSettings,
  ) {
    const { id: mainFrame, session } = blank;
    this.mainFrame = mainFrame;
    this.session = session;
    this.progress = new PageProgress(mainFrame, (change) => blank.traffic.count('openRequests', change));
    this.worlds = new PageWorlds(session, this.progress, mainFrame);
    this.gate = new DocumentGate(session, settings);
    session.listen((method, params) => this.hear(method, params));
    blank.traffic.onExcess({ silence: () => void this.silence(), close: () => this.abandon() });
  }

  /** Makes a blank page ready to be led to its address. @throws BrowserError */
  static async begin(blank: BlankPage, settings: LaneSettings): Promise<PageSession> {
    const lane = new PageSession(blank, settings);
    await lane.prepare();
    return lane;
  }

  /** Whether the page was silenced for its requests. */
  get isExcessive(): boolean {
    return this.blank.traffic.isExcessive;
  }

  /** Leads the page to its address, whose document is there already. @throws BrowserError when it cannot be shown */
  async navigate(url: string): Promise<void> {
    const { errorText } = await this.session.send<{ errorText?: string }>('Page.navigate', { url });
    if (errorText !== undefined) throw new BrowserError(`the page cannot be shown (${errorText})`);
  }

  /** Ends whatever the page's scripts do, for good: loops are broken, and requests that hold them up are cut. */
  async silence(): Promise<void> {
    this.blank.traffic.cut();
    await this.session.send('Runtime.terminateExecution', {}, 1_000).catch(() => {}); // what is wanted next is tried all the same
    this.session.command('Emulation.setScriptExecutionDisabled', { value: true });
  }

  /** Cuts what the page waits for; it may ask again. */
  cutOpen(): void {
    this.blank.traffic.cutOpen();
  }

  /** Ends the page and everything it began. */
  async close(): Promise<void> {
    const closing = this.blank.close();
    this.progress.changed();
    await closing;
  }

  /** What the page is seen on, in a window of another size where one is given. */
  screenOf(viewport: PictureSize | null = this.settings.viewport): Screen {
    return screenOf(this.settings.mobile, viewport);
  }

  /** Shows the page on another screen. @throws BrowserError */
  async show(screen: Screen): Promise<void> {
    await this.session.send(...showOn(screen));
  }

  /** Closes a page that goes on sending after it was silenced. */
  private abandon(): void {
    this.session.end(new PageClosedError('the page sent too many requests'));
    this.blank.kill(); // the browser may be too busy with its requests to close it
    void this.close();
  }

  private async prepare(): Promise<void> {
    const { session, settings, gate } = this;
    const begun: Promise<object>[] = [];
    const send = (method: string, params: object = {}) => begun.push(session.send(method, params));
    const { patterns } = gate;
    if (patterns) send('Fetch.enable', { handleAuthRequests: true, patterns });
    this.emulate(send);
    if (settings.cookies.length > 0 && settings.origin !== null) {
      const place = { url: `${settings.origin}/`, sameSite: 'Lax' };
      send('Network.setCookies', { cookies: settings.cookies.map((cookie) => ({ ...cookie, ...place })) });
    }
    if (settings.visitor) bringState(send, settings.visitor);
    await Promise.all(begun);
  }

  /** The state of the visitor after the page; null if the browser does not report it. */
  async stateOf({ origins }: BrowserVisitor): Promise<BrowserState | null> {
    try {
      const { cookies } = await this.session.send<{ cookies: BrowserCookie[] }>(
        'Network.getAllCookies',
        {},
        STATE_MS,
      );
      const found = await this.worlds.evaluate<StorageItems>(READ_STORAGE, STATE_MS);
      const storage = found && origins.includes(found.origin) ? [asStorage(found)] : [];
      return { cookies: cookies.map(asCookie), storage };
    } catch {
      return null; // the page is busy or gone: the state stays as it was
    }
  }

  private emulate(send: (method: string, params: object) => void): void {
    const { mobile, viewport, userAgent, acceptLanguage, skipTlsVerification } = this.settings;
    if (mobile || viewport) send(...showOn(this.screenOf()));
    if (mobile) send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
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
    'Fetch.requestPaused': (paused: PausedRequest) => {
      this.blank.traffic.count('pausedRequests');
      this.gate
        .decide(paused, this.mainFrame)
        .catch((cause: unknown) =>
          this.session.end(new PageCrashedError('the browser sent an invalid request', { cause })),
        );
    },
    'Fetch.authRequired': (event: AuthEvent) => this.blank.authenticate(event),
    'Page.javascriptDialogOpening': ({ type }: { type: string }) => {
      if (++this.dialogs > MAX_DIALOGS) void this.silence();
      this.session.command('Page.handleJavaScriptDialog', { accept: type !== 'prompt' });
    },
    'Inspector.targetCrashed': () => this.session.end(new PageCrashedError('the page crashed')),
  };
}
