import { SessionExpiredError, SessionUnknownError } from '../../model/errors.js';
import type {
  OriginStorage,
  SessionOptions,
  SessionView,
  StorageState,
} from '../../model/session/session.js';
import type { SessionStore, StoredSession } from '../../ports/stores/session-store.port.js';
import { CookieJar, type JarCookie } from '../../web/cookies/cookie-jar.js';
import { SessionScope } from '../../web/sessions/session-scope.js';
import { LoggedOutRules } from './logged-out.js';
import { toSessionCookie } from './session-cookie.js';
import { SessionGate } from './session-gate.js';
import {
  loginKind,
  newRecord,
  viewOf,
  type SessionRecord,
  type SessionRules,
  type SessionValues,
} from './session-record.js';
import type { SessionSealer } from './session-sealer.js';

/** Dependencies of all sessions. */
export interface SessionVault {
  readonly store: SessionStore;
  /** Leases of all processes. */
  readonly leases: SessionStore;
  readonly sealer: SessionSealer;
  /** False if sessions end with the process. */
  readonly persists: boolean;
  readonly maxSessions: number;
}

/** A session of the option, checked. */
export interface ConfiguredSession {
  readonly options: SessionOptions;
  readonly rules: SessionRules;
  readonly values: SessionValues;
}

/** Attempts to write a change while other processes write too. */
const MAX_RACES = 20;
/** Time for which a session is found without the store. Each reading begins with its stored state all the same. */
const FOLLOW_MS = 50;
/** Delay before received cookies are stored; further ones of this time are stored with them. */
const SAVE_AFTER_MS = 100;

/** A session in this process: follows the store, and writes what responses change. */
export class LiveSession {
  readonly gate = new SessionGate();
  readonly jar: CookieJar;
  /** The renewal in progress. */
  renewing: Promise<void> | null = null;
  /** Times of checks after a 403, by generation. */
  checkedAt: { readonly generation: number; readonly at: number } | null = null;
  scope!: SessionScope;
  signs!: LoggedOutRules;
  rules!: SessionRules;
  private current!: SessionRecord;
  private revision = 0;
  private followedAt = -Infinity;
  private unsaved: {
    readonly generation: number;
    readonly url: string;
    readonly setCookies: readonly string[];
  }[] = [];
  private saving: Promise<void> | null = null;

  private constructor(
    private readonly vault: SessionVault,
    readonly owner: string,
    readonly name: string,
    private readonly configured: ConfiguredSession | null,
    jar: CookieJar,
  ) {
    this.jar = jar;
  }

  static async open(
    vault: SessionVault,
    owner: string,
    name: string,
    configured: ConfiguredSession | null,
  ): Promise<LiveSession> {
    return new LiveSession(vault, owner, name, configured, await CookieJar.open());
  }

  get record(): SessionRecord {
    return this.current;
  }

  get options(): SessionOptions | null {
    return this.configured?.options ?? null;
  }

  get login() {
    return this.configured?.options.login ?? this.rules.login;
  }

  get account(): string {
    return this.rules.account ?? this.name;
  }

  get view(): SessionView {
    return viewOf(
      { ...this.current, cookies: this.jar.all },
      this.rules,
      loginKind(this.login),
      this.vault.persists,
    );
  }

  /** The state in the form of Playwright. */
  get storageState(): StorageState {
    return { cookies: this.jar.all.map(toSessionCookie), origins: this.current.storage };
  }

  /** Stores items of origins that a page has changed, unless the session was renewed since. */
  keepStorage(generation: number, storage: readonly OriginStorage[]): void {
    const { record } = this;
    const changed = storage.filter(({ origin, localStorage }) => {
      const before = record.storage.find((one) => one.origin === origin)?.localStorage ?? [];
      return JSON.stringify(before) !== JSON.stringify(localStorage);
    });
    if (changed.length === 0 || generation !== record.generation) return;
    const origins = new Set(changed.map(({ origin }) => origin));
    const merge = (now: SessionRecord): SessionRecord =>
      now.generation === generation
        ? { ...now, storage: [...now.storage.filter(({ origin }) => !origins.has(origin)), ...changed] }
        : now;
    this.change(merge).catch(() => {}); // removed meanwhile, or the store is away
  }

  /** Follows the store, at most once in some time: a page looks for its session several times. @throws as {@link refresh} */
  async follow(): Promise<void> {
    if (Date.now() - this.followedAt >= FOLLOW_MS) await this.refresh();
  }

  /** Follows the store. @throws SessionUnknownError, SessionExpiredError (cannot be decrypted) */
  async refresh(): Promise<void> {
    const stored = await this.vault.store.find(this.owner, this.name);
    this.followedAt = Date.now();
    if (!stored && !this.configured) throw new SessionUnknownError(this.name);
    if (!stored) return this.adopt(newRecord(this.name, null, this.configured!.values), 0);
    if (stored.revision === this.revision && this.current !== undefined) return;
    const record = this.vault.sealer.open(this.owner, this.name, stored.sealed) as SessionRecord | null;
    if (!record && !this.configured) throw new SessionExpiredError(this.name, stored.view.origins[0] ?? '');
    this.adopt(record ?? newRecord(this.name, null, this.configured!.values), stored.revision);
  }

  private adopt(record: SessionRecord, revision: number): void {
    if (revision === 0 && this.current !== undefined && this.revision === 0) return;
    const rules = this.configured?.rules ?? record.rules!;
    if (rules !== this.rules) {
      this.rules = rules;
      this.scope = new SessionScope(rules);
      this.signs = new LoggedOutRules(rules, this.scope);
    }
    this.current = record;
    this.revision = revision;
    this.jar.reset(record.cookies);
    this.unsaved = this.unsaved.filter(({ generation }) => generation === record.generation);
    for (const { url, setCookies } of this.unsaved) this.jar.receive(url, setCookies);
  }

  /** Keeps the cookies of a response, if it belongs to the current generation. */
  receive(generation: number, url: string, setCookies: readonly string[]): void {
    if (setCookies.length === 0 || generation !== this.current.generation || !this.scope.covers(url)) return;
    if (!this.jar.receive(url, setCookies)) return;
    this.unsaved.push({ generation, url, setCookies });
    this.saving ??= this.saveSoon().finally(() => (this.saving = null));
  }

  /** Waits until received cookies are stored. */
  async settled(): Promise<void> {
    await this.saving;
  }

  private async saveSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SAVE_AFTER_MS).unref());
    while (this.unsaved.length > 0) {
      try {
        await this.change((record) => record);
      } catch {
        return; // removed meanwhile, or the store is away: the next response tries again
      }
    }
  }

  /**
   * Changes the stored record. `change` sees the newest one, whose cookies include received ones.
   * @throws SessionUnknownError if the session was removed; UnavailableError
   */
  async change(change: (record: SessionRecord) => SessionRecord): Promise<void> {
    for (let race = 0; race < MAX_RACES; race++) {
      await this.refresh();
      const saved = this.unsaved.length;
      const cookies: readonly JarCookie[] = this.jar.all;
      const before = { ...this.current, cookies };
      const next = { ...change(before), updatedAt: Date.now() };
      const revision = this.revision + 1;
      if ((await this.write(next, this.revision)) !== 'stored') continue;
      this.unsaved.splice(0, saved);
      this.current = next;
      this.revision = revision;
      if (next.cookies !== cookies) {
        this.unsaved = [];
        this.jar.reset(next.cookies);
      }
      return;
    }
  }

  private write(record: SessionRecord, expected: number): Promise<string> {
    const { owner, vault } = this;
    const view = viewOf(record, this.rules, loginKind(this.login), vault.persists);
    const stored: StoredSession = {
      revision: expected + 1,
      view,
      sealed: vault.sealer.seal(owner, this.name, record),
    };
    const maxSessions = this.configured ? Number.MAX_SAFE_INTEGER : vault.maxSessions;
    return vault.store.put(owner, stored, { expected, maxSessions });
  }
}
