import { createHash } from 'node:crypto';
import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';
import { pause } from '../../../concurrency/until-aborted.js';
import type { CookieMode, PageTask } from '../../../model/crawl/crawl.js';
import { isErrorStatus } from '../../../model/page/error-status.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { FetchResponse, Visitor } from '../../../ports/fetcher.port.js';
import { KEPT, kept } from '../../../model/kept.js';
import { CookieJar, hostOf, siteOf } from '../../../web/cookies/cookie-jar.js';

const MAX_SITES = 100;
/** Readings with cookies that changed nothing: then the site is read without. */
const MAX_VAIN_READINGS = 3;
/** Longest wait of the first page of a site for a second one. */
const FIRST_PAGE_MS = 1_500;
const FIRST_PAGE_POLL_MS = 20;
const MAX_PAGES = 5_000;
const MAX_UNPARSED = 200;
/** Statuses of sites that refuse visitors without cookies. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429, 503]);

interface Received {
  readonly url: string;
  readonly setCookies: readonly string[];
}

/** Of a site without cookies. */
const SITE_BYTES = 1_000;

/** Memory of texts. */
const bytesOf = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length + ENTRY_BYTES, 0);

/** What is known of a reading without cookies. */
export interface CookieReading {
  readonly visitor: JobVisitor;
  /** Hash of the body; null before a response. */
  bodyHash: string | null;
}

const siteOfUrl = (url: string): string => siteOf(hostOf(new URL(url)));

/** Bytes that the jobs of one owner hold in a process; those of all owners together a quarter more. */
export const MAX_COOKIE_BYTES = 32 * 1024 * 1024;
/** Of an entry, besides its text. */
const ENTRY_BYTES = 100;

/** What a job holds of the memory for cookies of all jobs. */
class CookieShare {
  private held = 0;
  private isClosed = false;

  constructor(
    private readonly room: FairSemaphore,
    private readonly owner: string,
  ) {}

  take(bytes: number): boolean {
    if (this.isClosed || !this.room.tryTake(this.owner, bytes)) return false;
    this.held += bytes;
    return true;
  }

  close(): void {
    this.isClosed = true;
    this.giveBack(this.held);
  }

  giveBack(bytes: number): void {
    if (bytes <= 0 || bytes > this.held) return;
    this.held -= bytes;
    this.room.release(this.owner, bytes);
  }
}

/** The cookies of a site in a job. */
class SiteCookies {
  /** True if cookies were dropped because there was no room for them. */
  hasDropped = false;
  jar: CookieJar | null = null;
  need: 'unknown' | 'needed' | 'vain' = 'unknown';
  hasCookies = false;
  private vainReadings = 0;
  private isFirst = true;
  private probing: Promise<void> = Promise.resolve();
  private unparsed: Received[] = [];
  /** URLs that led to a final URL, and URLs with a body. */
  private readonly finals = new Map<string, string>();
  private readonly bodies = new Map<string, string>();

  constructor(private readonly share: CookieShare) {}

  receive(url: string, setCookies: readonly string[]): void {
    if (setCookies.length === 0) return;
    this.hasCookies = true;
    const bytes = bytesOf(url, ...setCookies);
    if (!this.jar && this.unparsed.length >= MAX_UNPARSED) return;
    if (!this.share.take(bytes)) this.hasDropped = true;
    else if (this.jar) this.store(this.jar, { url, setCookies });
    else this.unparsed.push({ url, setCookies });
  }

  /** Puts cookies into the jar, whose bytes were taken, and gives back what it does not keep. */
  private store(jar: CookieJar, { url, setCookies }: Received): void {
    const before = jar.bytes;
    jar.receive(url, setCookies);
    const kept = jar.bytes - before;
    const taken = bytesOf(url, ...setCookies);
    if (kept <= taken) this.share.giveBack(taken - kept);
    else this.share.take(kept - taken); // attributes are longer as an object
  }

  /** Opens the jar with the cookies received so far: most sites need none. */
  async open(): Promise<CookieJar> {
    const jar = this.jar ?? (await CookieJar.open());
    this.jar ??= jar;
    for (const received of this.unparsed.splice(0)) this.store(this.jar, received);
    return this.jar;
  }

  /** Notes a page, and returns whether another URL led to the same page. */
  note(taskUrl: string, finalUrl: string, bodyHash: string | null): boolean {
    const isKnown = (pages: Map<string, string>, key: string) => {
      const other = pages.get(key);
      if (other === undefined && pages.size < MAX_PAGES && this.share.take(bytesOf(key, taskUrl)))
        pages.set(key, taskUrl);
      return other !== undefined && other !== taskUrl;
    };
    const isSentBack = isKnown(this.finals, finalUrl);
    const hasTwin = bodyHash !== null && isKnown(this.bodies, bodyHash);
    return isSentBack || hasTwin;
  }

  /** True if another URL has led to the same page since. */
  hasTwin(taskUrl: string, finalUrl: string, bodyHash: string | null): boolean {
    return (
      this.note(taskUrl, finalUrl, bodyHash) ||
      this.twins.has(finalUrl) ||
      (bodyHash !== null && this.twins.has(bodyHash))
    );
  }

  /** Other URLs led to these final URLs and bodies. */
  readonly twins = new Set<string>();

  addTwins(...names: readonly string[]): void {
    for (const name of names)
      if (!this.twins.has(name) && this.share.take(bytesOf(name))) this.twins.add(name);
  }

  /** The first page of a site waits for a second one: they may be the same wall. */
  async waitForSecond(isAlone: () => boolean, signal: AbortSignal): Promise<void> {
    if (!this.isFirst) return;
    this.isFirst = false;
    const until = Date.now() + FIRST_PAGE_MS;
    const { size } = this.finals;
    while (
      this.need === 'unknown' &&
      this.twins.size === 0 &&
      this.finals.size === size &&
      !isAlone() &&
      Date.now() < until
    )
      await pause(FIRST_PAGE_POLL_MS, signal);
  }

  /** Reads a page with cookies, one at a time until it is known whether they help. @returns null if they do not */
  async probe<T>(read: () => Promise<T>, isDifferent: (again: T) => boolean): Promise<T | null> {
    const before = this.probing;
    let end: () => void = () => undefined;
    this.probing = new Promise((resolve) => (end = resolve));
    await before;
    try {
      if (this.need === 'vain') return null;
      const again = await read();
      if (isDifferent(again)) {
        this.need = 'needed';
        return again;
      }
      if (this.need === 'unknown' && ++this.vainReadings >= MAX_VAIN_READINGS) this.need = 'vain';
      return null;
    } finally {
      end();
    }
  }
}

/** Sends the cookies of a job, or only collects them. */
export class JobVisitor implements Visitor {
  /** True if a response of this reading has set cookies. */
  hasReceived = false;
  /** True if a request carried cookies. */
  hasSent = false;
  private site: string | null = null;
  private isSameSite = true;

  constructor(
    private readonly cookies: JobCookies,
    private readonly sends: boolean,
  ) {}

  covers(url: string): boolean {
    if (!this.sends) return false;
    const site = siteOfUrl(url);
    this.site ??= site;
    if (site !== this.site) this.isSameSite = false;
    return this.cookies.jarAt(url) !== null;
  }

  cookiesAt(url: string): string {
    const header = this.cookies.jarAt(url)?.headerAt(url, this.isSameSite) ?? '';
    if (header !== '') this.hasSent = true;
    return header;
  }

  headersAt(): Record<string, string> {
    return {};
  }

  receive(url: string, setCookies: readonly string[]): void {
    if (setCookies.length > 0) this.hasReceived = true;
    this.cookies.receive(url, setCookies);
  }
}

/** The cookies of one job in this process, by site. */
export class JobCookies {
  private readonly sites = new Map<string, SiteCookies>();
  /** Warnings for pages, each once. */
  private isFull = false;

  private readonly share: CookieShare;

  constructor(
    private readonly mode: Exclude<CookieMode, 'never'>,
    owner: string,
    room: FairSemaphore,
  ) {
    this.share = new CookieShare(room, owner);
  }

  /** Frees its memory. */
  close(): void {
    this.sites.clear();
    this.share.close();
  }

  /** True if the page is read with cookies of its site: without any, it is the page of a visitor without cookies. */
  async sendsAt(url: string): Promise<boolean> {
    const site = this.siteAt(url);
    if (!site || (this.mode === 'auto' && site.need !== 'needed')) return false;
    return (await site.open()).matching(new URL(url)).length > 0;
  }

  /** The site needed cookies when it was read before. */
  remember(url: string): void {
    const site = this.siteAt(url);
    if (site?.need === 'unknown') site.need = 'needed';
  }

  reading(sends: boolean): CookieReading {
    return { visitor: new JobVisitor(this, sends), bodyHash: null };
  }

  jarAt(url: string): CookieJar | null {
    return this.siteAt(url)?.jar ?? null;
  }

  receive(url: string, setCookies: readonly string[]): void {
    this.siteAt(url)?.receive(url, setCookies);
  }

  noteBody(reading: CookieReading, response: FetchResponse): void {
    if (!this.sites.get(siteOfUrl(response.url))?.hasCookies) return;
    reading.bodyHash = createHash('sha256').update(response.body).digest('base64url');
  }

  /**
   * Reads a page again with cookies, if it seems to need them.
   * @param isAlone whether no other page is in progress
   * @returns the second reading, if it differs from the first
   */
  async repeatIfNeeded<T extends PageReading>(
    task: PageTask,
    first: { readonly page: PageReading; readonly reading: CookieReading },
    again: () => Promise<T>,
    {
      isAlone,
      followsLinks,
      signal,
    }: { readonly isAlone: () => boolean; readonly followsLinks: boolean; readonly signal: AbortSignal },
  ): Promise<T | null> {
    const site = this.siteAt(task.url);
    const { page, reading } = first;
    const { url: finalUrl } = page.page;
    if (!site?.hasCookies || reading.visitor.hasSent || site.need === 'vain' || this.mode === 'always')
      return null;
    const isTwin = () => site.hasTwin(task.url, finalUrl, reading.bodyHash);
    let isSuspect = this.isSuspect(task, first, followsLinks) || isTwin();
    if (isSuspect) site.addTwins(finalUrl, reading.bodyHash ?? finalUrl);
    else {
      await site.waitForSecond(isAlone, signal);
      isSuspect = isTwin();
    }
    if (!isSuspect) return null;
    await site.open();
    return site.probe(again, (second) => isDifferent(page, second));
  }

  private isSuspect(
    task: PageTask,
    { page: { page, anchors }, reading }: { readonly page: PageReading; readonly reading: CookieReading },
    followsLinks: boolean,
  ): boolean {
    if (page.quality.flags.includes('cookie-wall')) return true;
    if (REFUSALS.has(page.statusCode) && reading.visitor.hasReceived) return true;
    return (
      followsLinks && task.rule === 'seed' && !isErrorStatus(page.statusCode) && (anchors ?? []).length === 0
    );
  }

  private siteAt(url: string): SiteCookies | null {
    const name = siteOfUrl(url);
    const known = this.sites.get(name);
    if (known) return known;
    if (this.sites.size >= MAX_SITES || !this.share.take(SITE_BYTES)) {
      this.isFull = true;
      return null;
    }
    const site = new SiteCookies(this.share);
    this.sites.set(name, site);
    return site;
  }

  /** True if further sites are read without cookies. */
  get hasDropped(): boolean {
    return (
      this.isFull || [...this.sites.values()].some((site) => site.hasDropped || site.jar?.hasDropped === true)
    );
  }
}

/** True if a page that was read with cookies is another one. */
function isDifferent({ page: first }: PageReading, { page: second }: PageReading): boolean {
  if (first.url !== second.url || first.statusCode !== second.statusCode) return true;
  if (first.markdown !== null && second.markdown !== null) return first.markdown !== second.markdown;
  return first.metadata.title !== second.metadata.title;
}

/** The cookies of the jobs of this process. */
export class JobCookieRegistry {
  private readonly jobs = kept('jobCookies', new Map<string, JobCookies>());
  private readonly room = new FairSemaphore(MAX_COOKIE_BYTES);

  /** Null for jobs without cookies between pages. */
  of({
    id,
    owner,
    request,
  }: {
    readonly id: string;
    readonly owner: string;
    readonly request: {
      readonly cookies?: CookieMode;
      readonly page?: { readonly session?: string; readonly lockdown?: boolean };
    };
  }): JobCookies | null {
    const { cookies = 'auto', page = {} } = request;
    if (cookies === 'never' || page.session !== undefined || page.lockdown === true) return null;
    const known = this.jobs.get(id) ?? new JobCookies(cookies, owner, this.room);
    this.jobs.delete(id);
    this.jobs.set(id, known);
    if (this.jobs.size > KEPT.jobCookies.most) this.forget(this.jobs.keys().next().value!);
    return known;
  }

  forget(jobId: string): void {
    this.jobs.get(jobId)?.close();
    this.jobs.delete(jobId);
  }
}
