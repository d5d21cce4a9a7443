import { EventEmitter } from 'node:events';
import { NetworkActivity } from '../network/network-activity.js';

/** The answer that brought a document. */
interface DocumentAnswer {
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Announced navigation that takes longer is not waited for. */
const MAX_ANNOUNCED_SECONDS = 5;

/** Long pages have hundreds of them. */
const UNCOUNTED_TYPES = new Set(['Image', 'Media', 'Font']);

/** Requests that only scripts send. */
const DATA_TYPES = new Set(['Fetch', 'XHR', 'EventSource']);

/** How far a page is, as the browser's events tell. */
export class PageProgress {
  readonly network = new NetworkActivity();
  /** Documents that the page has shown; the blank one does not count. */
  documents = 0;
  /** URL of the newest document that failed to load: the page then shows an error page of the browser. */
  unreachable: string | null = null;
  /** The answer of the newest document; null before there is one. */
  answer: DocumentAnswer | null = null;
  /** A script of the page has requested data. */
  hasDataRequests = false;
  private isRead = false;
  private announcedUntil = 0;
  private readonly changes = new EventEmitter();

  private readonly open = new Set<string>();

  /** @param onOpenRequests called with the change in the number of pending requests, without images and the like */
  constructor(
    private readonly mainFrame: string,
    private readonly onOpenRequests: (change: 1 | -1) => void,
  ) {}

  /** The newest document has been parsed, as far as it will be. */
  get isParsed(): boolean {
    return this.isRead && this.documents > 0;
  }

  /** Another document was announced, and is due. */
  get isLeaving(): boolean {
    return performance.now() < this.announcedUntil;
  }

  /** Waits until something changes, but no longer than `ms`. */
  async change(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.changes.removeListener('change', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.changes.once('change', done);
    });
  }

  /** Whoever waits for a change looks again. */
  changed(): void {
    this.changes.emit('change');
  }

  /** @param params of the event named `method`, as the protocol has them */
  hear(method: string, params: never): void {
    const hear = this.hears[method];
    if (!hear) return;
    hear(params);
    this.changed();
  }

  private finished(requestId: string): void {
    this.network.finished(requestId);
    if (this.open.delete(requestId)) this.onOpenRequests(-1);
  }

  private readonly hears: Readonly<Record<string, (params: never) => void>> = {
    'Network.requestWillBeSent': ({ requestId, type, request }: RequestEvent) => {
      if (DATA_TYPES.has(type)) this.hasDataRequests = true;
      this.network.started(requestId, request, type);
      if (UNCOUNTED_TYPES.has(type) || this.open.has(requestId)) return; // a redirect has the number of its request
      this.open.add(requestId);
      this.onOpenRequests(1);
    },
    'Network.responseReceived': ({ type, frameId, response }: ResponseEvent) => {
      if (type === 'Document' && frameId === this.mainFrame) this.answer = response;
    },
    'Network.loadingFinished': ({ requestId }: RequestEvent) => this.finished(requestId),
    'Network.loadingFailed': ({ requestId }: RequestEvent) => this.finished(requestId),
    'Page.domContentEventFired': () => {
      this.isRead = true;
    },
    // a page that began to lead elsewhere and was kept is parsed no further
    'Page.frameStoppedLoading': ({ frameId }: { frameId: string }) => {
      if (frameId === this.mainFrame) this.isRead = true;
    },
    'Page.frameNavigated': ({ frame }: { frame: { id: string; unreachableUrl?: string } }) => {
      if (frame.id !== this.mainFrame) return;
      this.unreachable = frame.unreachableUrl ?? null;
      this.documents++;
      this.isRead = false;
      this.announcedUntil = 0;
    },
    'Page.frameScheduledNavigation': ({ frameId, delay, url }: AnnouncedEvent) => {
      const isDue = frameId === this.mainFrame && delay <= MAX_ANNOUNCED_SECONDS && /^https?:/i.test(url);
      if (isDue) this.announcedUntil = performance.now() + (delay + 1) * 1_000;
    },
    'Page.frameClearedScheduledNavigation': ({ frameId }: { frameId: string }) => {
      if (frameId === this.mainFrame) this.announcedUntil = 0;
    },
  };
}

interface RequestEvent {
  readonly requestId: string;
  readonly type: string;
  readonly request: { readonly url: string; readonly method?: string };
}

interface ResponseEvent {
  readonly type: string;
  readonly frameId: string;
  readonly response: DocumentAnswer;
}

interface AnnouncedEvent {
  readonly frameId: string;
  readonly delay: number;
  readonly url: string;
}
