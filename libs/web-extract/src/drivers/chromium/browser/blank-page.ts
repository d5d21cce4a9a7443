import { PageClosedError, PageCrashedError } from './browser-errors.js';
import type { PageClaim } from './page-processes.js';
import type { RunningBrowser } from './running-browser.js';
import type { CdpPipe, TargetSession } from './cdp-pipe.js';
import { HELD_TYPES, type PausedRequest } from '../network/document-gate.js';
import { GREETING_URL, type GuardedProxy } from '../network/guarded-proxy.js';
import { PageTraffic } from '../page/page-traffic.js';
import { WORLD } from '../page/page-worlds.js';
import { BOUND_FLOODS, CLOSE_WAYS_OUT, NOTICE_SCRIPTS } from '../page/page-scripts.js';
import { READ_VALUE } from '../page/read-value.js';
import { WATCH_DOM } from '../page/watch-dom.js';

/** A page that cannot be ended in this time is left to the watch over the browser's memory. */
const DISPOSE_MS = 5_000;

/** An event of CDP's Fetch domain: somebody asks for a password. */
export interface AuthEvent {
  readonly requestId: string;
  readonly authChallenge: { readonly source: string };
}

/** A page in a context of its own that shows nothing yet. All that every page needs is done; the proxy knows its password. */
export class BlankPage {
  private constructor(
    private readonly browser: RunningBrowser,
    private readonly proxy: GuardedProxy,
    private readonly contextId: string,
    readonly session: TargetSession,
    readonly traffic: PageTraffic,
    private readonly claim: PageClaim,
  ) {
    session.listen((method, params) => this.hears[method]?.(params));
    session.onWeight((bytes) => traffic.count('messageBytes', bytes));
  }

  /** @throws BrowserError */
  static async open(browser: RunningBrowser, proxy: GuardedProxy): Promise<BlankPage> {
    const { pipe } = browser.process;
    const root = pipe.browser;
    const context = { disposeOnDetach: true };
    const { browserContextId } = await root.send<{ browserContextId: string }>(
      'Target.createBrowserContext',
      context,
    );
    const traffic = new PageTraffic();
    proxy.admit(traffic);
    let claim: PageClaim | null = null;
    try {
      const [session, claimed] = await browser.processes.claim(() => openTarget(pipe, browserContextId));
      claim = claimed;
      const page = new BlankPage(browser, proxy, browserContextId, session, traffic, claimed);
      await page.prepare();
      return page;
    } catch (error) {
      claim?.release();
      proxy.dismiss(traffic);
      root.command('Target.disposeBrowserContext', { browserContextId });
      throw error;
    }
  }

  /** The page's target, and its main frame. */
  get id(): string {
    return this.session.targetId;
  }

  /** The page is used for an owner from now on. */
  assign(owner: string): void {
    this.claim.owner = owner;
  }

  /** Answers who asks for a password: the proxy gets the page's, sites get none. */
  authenticate({ requestId, authChallenge }: AuthEvent): void {
    const { user: username, password } = this.traffic;
    const credentials = { response: 'ProvideCredentials', username, password };
    const authChallengeResponse = authChallenge.source === 'Proxy' ? credentials : { response: 'CancelAuth' };
    this.session.command('Fetch.continueWithAuth', { requestId, authChallengeResponse });
  }

  /** Ends the processes of the page at once; {@link close} must follow. */
  kill(): void {
    this.claim.kill();
  }

  /** Ends the page and everything it began. */
  async close(): Promise<void> {
    this.proxy.dismiss(this.traffic);
    this.claim.release();
    this.session.end(new PageClosedError('the page was closed'));
    const context = { browserContextId: this.contextId };
    await this.browser.process.pipe.browser
      .send('Target.disposeBrowserContext', context, DISPOSE_MS)
      .catch(() => {}); // the browser has ended, or its memory is watched
  }

  private async prepare(): Promise<void> {
    const downloads = { behavior: 'deny', browserContextId: this.contextId };
    this.browser.process.pipe.browser.command('Browser.setDownloadBehavior', downloads);
    const commands: readonly (readonly [method: string, params?: object])[] = [
      ['Page.enable'],
      ['Inspector.enable'],
      ['Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 }],
      ['Fetch.enable', { handleAuthRequests: true, patterns: HELD_TYPES }],
      ['Page.addScriptToEvaluateOnNewDocument', { source: WATCH_DOM, worldName: WORLD }],
      [
        'Page.addScriptToEvaluateOnNewDocument',
        { source: [CLOSE_WAYS_OUT, NOTICE_SCRIPTS, BOUND_FLOODS, READ_VALUE].join(';') },
      ],
      ['Emulation.setFocusEmulationEnabled', { enabled: true }], // each page of several has the focus
      // Where the proxy asks for the password later, nobody may be there to answer: it is shown first.
      ['Page.navigate', { url: GREETING_URL }],
    ];
    await Promise.all(commands.map(([method, params]) => this.session.send(method, params)));
  }

  private readonly hears: Readonly<Record<string, (params: never) => void>> = {
    'Fetch.requestPaused': ({ requestId }: PausedRequest) =>
      this.session.command('Fetch.continueRequest', { requestId }),
    'Fetch.authRequired': (event: AuthEvent) => this.authenticate(event),
    'Inspector.targetCrashed': () => this.session.end(new PageCrashedError('the page crashed')),
  };
}

async function openTarget(pipe: CdpPipe, browserContextId: string): Promise<TargetSession> {
  const blank = { url: 'about:blank', browserContextId };
  const { targetId } = await pipe.browser.send<{ targetId: string }>('Target.createTarget', blank);
  const attached = { targetId, flatten: true };
  const { sessionId } = await pipe.browser.send<{ sessionId: string }>('Target.attachToTarget', attached);
  return pipe.attach(sessionId, targetId);
}
