import { createHash } from 'node:crypto';
import { untilAborted } from '../../../concurrency/until-aborted.js';
import { CookieJar, type JarCookie } from '../../../web/cookies/cookie-jar.js';
import { bytesOf, type CookieShare } from './cookie-share.js';

/** Readings with cookies that changed nothing: then the site is read without. */
const MAX_VAIN_READINGS = 3;
/** The first pages of a site that sets cookies wait for another page of the site that is being read, for so long at most. */
const FIRST_PAGES = 5;
const FIRST_PAGE_MS = 1_500;
const MAX_PAGES = 5_000;
const MAX_UNPARSED = 200;
/** Pages of a site that other processes compare theirs with. */
const MAX_SHARED_PAGES = 50;
/** Characters of a hash that names a page. */
const NAME_CHARS = 16;

type Need = 'unknown' | 'needed' | 'vain';

interface Received {
  readonly url: string;
  readonly setCookies: readonly string[];
}

/** What the processes of a job share about a site. Plain JSON. */
export interface SiteState {
  readonly need: Need;
  readonly vainReadings: number;
  readonly cookies: readonly JarCookie[];
  /** Names of pages, each with the name of the URL that led to it first. */
  readonly pages: readonly (readonly [page: string, url: string])[];
  readonly twins: readonly string[];
}

/** Short name of a URL or of a body. */
const nameOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, NAME_CHARS);

const STRENGTH: Readonly<Record<Need, number>> = { unknown: 0, vain: 1, needed: 2 };

/** The cookies of a site in a job. */
export class SiteCookies {
  /** True if cookies were dropped because there was no room for them. */
  hasDropped = false;
  jar: CookieJar | null = null;
  need: Need = 'unknown';
  hasCookies = false;
  private vainReadings = 0;
  /** Pages that were compared with another one. */
  private compared = 0;
  /** Bodies of pages that were stored without cookies. */
  private readonly plain = new Set<string>();
  /** True if a page was stored that seems to be a wall. */
  hasStoredWall = false;
  private readings = 0;
  private probing: Promise<void> = Promise.resolve();
  /** Cookies received before the jar was opened. */
  private unparsed: Received[] = [];
  /** Cookies that the stored state may not have. */
  private unsaved: Received[] = [];
  /** Final URLs and bodies by name, each with the URL that led to it. */
  private readonly pages = new Map<string, string>();
  /** Final URLs and bodies that several URLs led to. */
  private readonly twins = new Set<string>();
  private readonly waiting = new Set<() => void>();

  /** @param isShared true to collect what other processes do not know */
  constructor(
    private readonly share: CookieShare,
    private readonly isShared: boolean,
  ) {}

  receive(url: string, setCookies: readonly string[]): void {
    if (setCookies.length === 0) return;
    this.hasCookies = true;
    const received = { url, setCookies };
    if (!this.jar && this.unparsed.length >= MAX_UNPARSED) return;
    if (!this.share.takeCookies(bytesOf(url, ...setCookies))) {
      this.hasDropped = true;
      return;
    }
    if (this.isShared) this.unsaved = [...this.unsaved.slice(1 - MAX_UNPARSED), received];
    if (this.jar) this.store(this.jar, received);
    else this.unparsed.push(received);
  }

  /** Puts cookies into the jar, whose bytes were taken, and gives back what it does not keep. */
  private store(jar: CookieJar, { url, setCookies }: Received): void {
    const before = jar.bytes;
    jar.receive(url, setCookies);
    const kept = jar.bytes - before;
    const taken = bytesOf(url, ...setCookies);
    if (kept <= taken) this.share.giveBackCookies(taken - kept);
    else this.share.takeCookies(kept - taken); // attributes are longer as an object
  }

  /** Opens the jar with the cookies received so far: most sites need none. */
  async open(): Promise<CookieJar> {
    const jar = this.jar ?? (await CookieJar.open());
    this.jar ??= jar;
    for (const received of this.unparsed.splice(0)) this.store(this.jar, received);
    return this.jar;
  }

  /** Counts a page that is being read. */
  begin(): void {
    this.readings++;
  }

  end(): void {
    this.readings--;
    this.notify();
  }

  /** Notes a page, and returns whether another URL led to the same page. */
  note(taskUrl: string, finalUrl: string, bodyHash: string | null): boolean {
    const url = nameOf(taskUrl);
    const isKnown = (name: string) => {
      const other = this.pages.get(name);
      if (other === undefined && this.pages.size < 2 * MAX_PAGES && this.share.take(bytesOf(name, url)))
        this.pages.set(name, url);
      return other !== undefined && other !== url;
    };
    const isSentBack = isKnown(nameOf(finalUrl));
    const hasTwin = bodyHash !== null && isKnown(nameOf(bodyHash));
    this.notify();
    return isSentBack || hasTwin;
  }

  /** True if another URL has led to the same page. */
  hasTwin(taskUrl: string, finalUrl: string, bodyHash: string | null): boolean {
    return (
      this.note(taskUrl, finalUrl, bodyHash) ||
      this.twins.has(nameOf(finalUrl)) ||
      (bodyHash !== null && this.twins.has(nameOf(bodyHash)))
    );
  }

  addTwins(...texts: readonly string[]): void {
    for (const name of texts.map(nameOf))
      if (!this.twins.has(name) && this.share.take(bytesOf(name))) this.twins.add(name);
    this.notify();
  }

  /** True while the pages of the site are few enough to be compared with those of other processes. */
  get isNew(): boolean {
    return this.pages.size <= MAX_SHARED_PAGES;
  }

  /** The page is stored as it was read without cookies. */
  keep(bodyHash: string | null): void {
    const name = bodyHash === null ? null : nameOf(bodyHash);
    if (name !== null && this.plain.size < MAX_PAGES && this.share.take(bytesOf(name))) this.plain.add(name);
  }

  /** The page is not stored yet. */
  unkeep(bodyHash: string | null): void {
    if (bodyHash !== null) this.plain.delete(nameOf(bodyHash));
  }

  /** Pages need cookies that have this body without. */
  noteWall(bodyHash: string | null): void {
    if (bodyHash !== null && this.plain.has(nameOf(bodyHash))) this.hasStoredWall = true;
  }

  /** True if the page is one of the first, and no other one is being read that it could be compared with. */
  get isLonely(): boolean {
    return this.need === 'unknown' && this.compared < FIRST_PAGES && this.readings <= 1;
  }

  /** The first pages of a site wait for a further one that is being read: they may be the same wall. */
  async waitForSecond(signal: AbortSignal): Promise<void> {
    if (this.compared >= FIRST_PAGES) return;
    this.compared++;
    const { size } = this.pages;
    const isDecided = () =>
      this.need !== 'unknown' || this.twins.size > 0 || this.pages.size > size || this.readings <= 1;
    if (isDecided()) return;
    await untilAborted<void>(signal, (resolve) => {
      const stop = () => {
        clearTimeout(timer);
        this.waiting.delete(look);
      };
      const end = () => {
        stop();
        resolve();
      };
      const look = () => isDecided() && end();
      const timer = setTimeout(end, FIRST_PAGE_MS);
      this.waiting.add(look);
      return stop;
    });
  }

  private notify(): void {
    for (const look of [...this.waiting]) look();
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
      this.notify();
    }
  }

  /** The state for other processes. What is received from now on is not part of it. */
  async state(): Promise<SiteState> {
    const { cookies } = this.hasCookies ? { cookies: (await this.open()).all } : { cookies: [] };
    const pages = [...this.pages].slice(0, 2 * MAX_SHARED_PAGES);
    const twins = [...this.twins].slice(0, MAX_SHARED_PAGES);
    return { need: this.need, vainReadings: this.vainReadings, cookies, pages, twins };
  }

  get unsavedCount(): number {
    return this.unsaved.length;
  }

  /** The first ones are stored. */
  saved(count: number): void {
    this.unsaved.splice(0, count);
  }

  /** Takes over the state of other processes; cookies that these do not know are received again. */
  async adopt({ need, vainReadings, cookies, pages, twins }: SiteState): Promise<void> {
    if (STRENGTH[need] > STRENGTH[this.need]) this.need = need;
    this.vainReadings = Math.max(this.vainReadings, vainReadings);
    for (const [name, url] of pages)
      if (!this.pages.has(name) && this.share.take(bytesOf(name, url))) this.pages.set(name, url);
    for (const name of twins)
      if (!this.twins.has(name) && this.share.take(bytesOf(name))) this.twins.add(name);
    if (cookies.length > 0 || this.hasCookies) await this.adoptCookies(cookies);
    this.notify();
  }

  private async adoptCookies(cookies: readonly JarCookie[]): Promise<void> {
    const jar = await this.open();
    const before = jar.all;
    const bytes = jar.bytes;
    jar.reset(cookies);
    const more = jar.bytes - bytes;
    if (more > 0 && !this.share.takeCookies(more)) {
      this.hasDropped = true;
      jar.reset(before);
      return;
    }
    this.share.giveBackCookies(-more);
    this.hasCookies ||= cookies.length > 0;
    for (const received of this.unsaved) {
      if (!this.share.takeCookies(bytesOf(received.url, ...received.setCookies))) this.hasDropped = true;
      else this.store(jar, received);
    }
  }
}
