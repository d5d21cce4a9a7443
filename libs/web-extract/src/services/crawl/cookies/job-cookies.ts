import { createHash, randomUUID } from 'node:crypto';
import { FairSemaphore } from '../../../concurrency/fair-semaphore.js';
import type { CookieMode, PageTask } from '../../../model/crawl/crawl.js';
import { isErrorStatus } from '../../../model/page/error-status.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { FetchResponse, Visitor } from '../../../ports/fetcher.port.js';
import type { SessionStore } from '../../../ports/stores/session-store.port.js';
import { KEPT, kept } from '../../../model/kept.js';
import { weigh } from '../../memory/weigh.js';
import { hostOf, siteOf, type CookieJar } from '../../../web/cookies/cookie-jar.js';
import { CookieShare, MAX_COOKIE_BYTES } from './cookie-share.js';
import { JobPlace } from './job-place.js';
import { SiteCookies } from './site-cookies.js';
import { StoredJobCookies, type JobCookieVault } from './stored-job-cookies.js';

const MAX_SITES = 100;
/** Statuses of sites that refuse visitors without cookies. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429, 503]);
/** Of a site without cookies. */
const SITE_BYTES = 1_000;
/** Time after which the cookies of other processes are read again. */
const FOLLOW_MS = 500;
/** Delays before changes are stored: of sites that need cookies, and of others. */
const SAVE_AFTER_MS = { needed: 100, unknown: 1_000 };
/** Attempts to store changes while other processes store theirs. */
const MAX_RACES = 20;

/** Memory of the largest page that is put off, with all of its formats. */
const MAX_PUT_OFF_BYTES = 1_500_000;

/** A page that was read and is put off until another page of its site was read. */
export interface PutOffPage {
  readonly reading: PageReading;
  readonly cookies: CookieReading;
}

/** What is known of a reading without cookies. */
export interface CookieReading {
  readonly visitor: JobVisitor;
  /** Hash of the body; null before a response. */
  bodyHash: string | null;
}

const siteOfUrl = (url: string): string => siteOf(hostOf(new URL(url)));

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

/** How a job shares its cookies with other processes. Null where it does not. */
export interface JobSharing {
  /** Cookies are stored, and survive a restart. */
  readonly stored: StoredJobCookies | null;
  /** Cookies are in memory, and other processes may work on the job. */
  readonly place: JobPlace | null;
  /** True if other processes may work on the job. */
  readonly isShared: boolean;
}

/** The cookies of one job in this process, by site. */
export class JobCookies {
  private readonly sites = new Map<string, SiteCookies>();
  /** Pages that are put off, by URL. */
  private readonly waiting = new Map<string, PutOffPage & { readonly weight: number }>();
  private isFull = false;
  private isClosed = false;
  private readAt = -Infinity;
  private following: Promise<void> | null = null;
  private saving: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private readonly reported = new Set<string>();
  private lastSite = { origin: 'none:', site: '' };

  private readonly share: CookieShare;

  constructor(
    private readonly mode: Exclude<CookieMode, 'never'>,
    owner: string,
    room: FairSemaphore,
    private readonly sharing: JobSharing = { stored: null, place: null, isShared: false },
  ) {
    this.share = new CookieShare(room, owner);
  }

  /** Frees its memory. */
  close(): void {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    this.sites.clear();
    this.waiting.clear();
    this.share.close();
  }

  /** Deletes what is stored of the job, which has ended. */
  async remove(): Promise<void> {
    this.close();
    await Promise.all([this.sharing.stored?.remove(), this.sharing.place?.leave()]);
  }

  /** Reads the cookies that other processes, or this one before a restart, have stored. @throws UnavailableError */
  async follow(): Promise<void> {
    const { stored, isShared } = this.sharing;
    const isDue = isShared ? Date.now() - this.readAt >= FOLLOW_MS : this.readAt === -Infinity;
    if (!stored || !isDue) return;
    this.following ??= this.adopt(stored).finally(() => (this.following = null));
    await this.following;
  }

  private async adopt(stored: StoredJobCookies): Promise<void> {
    const state = await stored.read();
    this.readAt = Date.now();
    for (const [name, site] of Object.entries(state ?? {})) await this.siteOf(name)?.adopt(site);
  }

  /** True if the pages of the job are left to another process, which has its cookies. @throws UnavailableError */
  async isElsewhere(): Promise<boolean> {
    const { place } = this.sharing;
    return place !== null && place.isElsewhere(this.mode === 'always' || this.needsCookies);
  }

  private get needsCookies(): boolean {
    return [...this.sites.values()].some(({ need }) => need === 'needed');
  }

  /** Counts a page that is being read. @returns ends it */
  begin(url: string): () => void {
    const site = this.siteAt(url);
    site?.begin();
    return () => site?.end();
  }

  /**
   * Puts a page off that seems to be alone: it may be a wall, which the next page of its site shows. No page is put off twice.
   * @returns false if it need not be, or cannot
   */
  putOff(task: PageTask, page: PutOffPage): boolean {
    const site = this.siteAt(task.url);
    const isMeant = site?.hasCookies && site.isLonely && !page.cookies.visitor.hasSent && task.attempts === 0;
    if (!isMeant || this.mode === 'always') return false;
    const weight = weigh(page.reading, MAX_PUT_OFF_BYTES);
    if (weight >= MAX_PUT_OFF_BYTES || !this.share.take(weight)) return false;
    site.note(task.url, page.reading.page.url, page.cookies.bodyHash);
    site.unkeep(page.cookies.bodyHash);
    this.waiting.set(task.url, { ...page, weight });
    return true;
  }

  /** The page that was put off; null if there is none. */
  takePutOff(url: string): PutOffPage | null {
    const page = this.waiting.get(url);
    if (!page) return null;
    this.waiting.delete(url);
    this.share.giveBack(page.weight);
    return page;
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
    const site = this.siteAt(url);
    site?.receive(url, setCookies);
    if (site && setCookies.length > 0) this.saveSoon(site);
  }

  noteBody(reading: CookieReading, response: FetchResponse): void {
    if (!this.sites.get(this.siteNameAt(response.url))?.hasCookies) return;
    reading.bodyHash = createHash('sha256').update(response.body).digest('base64url');
  }

  /**
   * Reads a page again with cookies, if it seems to need them.
   * @returns the second reading, if it differs from the first
   */
  async repeatIfNeeded<T extends PageReading>(
    task: PageTask,
    first: { readonly page: PageReading; readonly reading: CookieReading },
    again: () => Promise<T>,
    { followsLinks, signal }: { readonly followsLinks: boolean; readonly signal: AbortSignal },
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
      if (this.sharing.isShared && (site.isNew || finalUrl !== task.url)) await this.exchange();
      if (!isTwin()) await site.waitForSecond(signal);
      isSuspect = isTwin();
    }
    if (!isSuspect) {
      site.keep(reading.bodyHash);
      return null;
    }
    await site.open();
    const second = await site.probe(again, (repeated) => isDifferent(page, repeated));
    if (second) site.noteWall(reading.bodyHash);
    if (this.sharing.stored) await this.exchange();
    return second;
  }

  private isSuspect(
    task: PageTask,
    { page: { page, anchors }, reading }: { readonly page: PageReading; readonly reading: CookieReading },
    followsLinks: boolean,
  ): boolean {
    if (page.quality.flags.includes('cookie-wall')) return true;
    if (REFUSALS.has(page.statusCode) && reading.visitor.hasReceived) return true;
    if (this.sharing.place && page.url !== task.url) return true; // other processes may have read that page
    return (
      followsLinks && task.rule === 'seed' && !isErrorStatus(page.statusCode) && (anchors ?? []).length === 0
    );
  }

  /** Stores changes some time later, together with others of this time. Sites that need no cookies are of no interest after a restart. */
  private saveSoon(site: SiteCookies): void {
    const { stored, isShared } = this.sharing;
    const isNeeded = this.mode === 'always' || site.need === 'needed';
    if (!stored || this.isClosed || this.timer || !(isShared || isNeeded)) return;
    const delayMs = isNeeded ? SAVE_AFTER_MS.needed : SAVE_AFTER_MS.unknown;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.exchange().catch(() => {}); // the store is away: the next response tries again
    }, delayMs);
    this.timer.unref();
  }

  /** Stores what this process knows, and reads what others have stored since. @throws UnavailableError */
  private async exchange(): Promise<void> {
    if (this.saving) await this.saving.catch(() => {}); // it may have begun before the change
    this.saving ??= this.save().finally(() => (this.saving = null));
    await this.saving;
  }

  private async save(): Promise<void> {
    const { stored } = this.sharing;
    for (let race = 0; stored && !this.isClosed && race < MAX_RACES; race++) {
      const sites = [...this.sites].filter(([, { hasCookies }]) => hasCookies);
      const counts = sites.map(([, site]) => site.unsavedCount);
      const states = await Promise.all(
        sites.map(async ([name, site]) => [name, await site.state()] as const),
      );
      if (await stored.write(Object.fromEntries(states)))
        return sites.forEach(([, site], index) => site.saved(counts[index]!));
      await this.adopt(stored);
    }
  }

  private siteAt(url: string): SiteCookies | null {
    return this.siteOf(this.siteNameAt(url));
  }

  /** Most URLs have the origin of the last one, which is not parsed again. */
  private siteNameAt(url: string): string {
    const { origin, site } = this.lastSite;
    if (url.startsWith(origin) && url[origin.length] === '/') return site;
    const parsed = new URL(url);
    this.lastSite = { origin: parsed.origin, site: siteOf(hostOf(parsed)) };
    return this.lastSite.site;
  }

  private siteOf(name: string): SiteCookies | null {
    const known = this.sites.get(name);
    if (known) return known;
    if (this.sites.size >= MAX_SITES || !this.share.take(SITE_BYTES)) {
      this.isFull = true;
      return null;
    }
    const site = new SiteCookies(this.share, this.sharing.stored !== null);
    this.sites.set(name, site);
    return site;
  }

  /** True if further sites are read without cookies. */
  get hasDropped(): boolean {
    return (
      this.isFull || [...this.sites.values()].some((site) => site.hasDropped || site.jar?.hasDropped === true)
    );
  }

  /** Warnings about the cookies of the job that were not returned before. */
  takeWarnings(): string[] {
    const isAlone = this.sharing.place !== null && (this.mode === 'always' || this.needsCookies);
    const warnings = [
      ...(this.hasDropped ? [DROPPED] : []),
      ...([...this.sites.values()].some((site) => site.hasStoredWall) ? [WALL] : []),
      ...(isAlone ? [IN_MEMORY] : []),
    ].filter((warning) => !this.reported.has(warning));
    for (const warning of warnings) this.reported.add(warning);
    return warnings;
  }
}

const DROPPED =
  'Some cookies of the job were dropped, because a site set more than a job keeps: its pages may be those of another visitor';
const WALL =
  'A page of the job was stored before its site was known to need cookies, and has the text of the pages without them: set cookies to always, and read it again';
const IN_MEMORY =
  'A site of the job needs cookies, which are in the memory of one process because sessionKey is not set: only this process works on the job';

/** True if a page that was read with cookies is another one. */
function isDifferent({ page: first }: PageReading, { page: second }: PageReading): boolean {
  if (first.url !== second.url || first.statusCode !== second.statusCode) return true;
  if (first.markdown !== null && second.markdown !== null) return first.markdown !== second.markdown;
  return first.metadata.title !== second.metadata.title;
}

/** What jobs share with other processes, and where. */
export interface JobCookieStores {
  /** Null without a key: cookies are in memory. */
  readonly vault: JobCookieVault | null;
  /** Leases of all processes; null if there is one process. */
  readonly leases: SessionStore | null;
}

interface CookieJob {
  readonly id: string;
  readonly owner: string;
  readonly request: {
    readonly cookies?: CookieMode;
    readonly zeroDataRetention?: boolean;
    readonly page?: { readonly session?: string; readonly lockdown?: boolean };
  };
}

/** The cookies of the jobs of this process. */
export class JobCookieRegistry {
  private readonly jobs = kept('jobCookies', new Map<string, JobCookies>());
  private readonly room = new FairSemaphore(MAX_COOKIE_BYTES);
  private readonly holder = randomUUID();

  constructor(private readonly stores: JobCookieStores = { vault: null, leases: null }) {}

  /** Null for jobs without cookies between pages. */
  of(job: CookieJob): JobCookies | null {
    const { id, owner, request } = job;
    const { cookies = 'auto', page = {} } = request;
    if (cookies === 'never' || page.session !== undefined || page.lockdown === true) return null;
    const known = this.jobs.get(id) ?? new JobCookies(cookies, owner, this.room, this.sharingOf(job));
    this.jobs.delete(id);
    this.jobs.set(id, known);
    if (this.jobs.size > KEPT.jobCookies.most) this.forget(this.jobs.keys().next().value!);
    return known;
  }

  private sharingOf({ id, owner, request }: CookieJob): JobSharing {
    const { leases } = this.stores;
    const vault = request.zeroDataRetention ? null : this.stores.vault;
    return {
      stored: vault && new StoredJobCookies(vault, { id, owner }),
      place: vault || !leases ? null : new JobPlace(leases, id, this.holder),
      isShared: leases !== null,
    };
  }

  /** Frees the memory of a job. */
  forget(jobId: string): void {
    this.jobs.get(jobId)?.close();
    this.jobs.delete(jobId);
  }

  /** Forgets a job that has ended, and deletes what is stored of it. */
  async end(jobId: string): Promise<void> {
    const job = this.jobs.get(jobId);
    this.jobs.delete(jobId);
    await job?.remove().catch(() => {}); // the store is away: it deletes them after some time
  }
}
