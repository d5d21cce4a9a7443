import { Injectable } from '@nestjs/common';
import {
  ConflictError,
  InvalidRequestError,
  SessionLimitError,
  SessionUnknownError,
} from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type {
  AcceptedSession,
  SessionCheckResult,
  SessionDefinition,
  SessionView,
  StorageState,
} from '../../model/session/session.js';
import { HistoryService } from '../history/history.service.js';
import { readDefinition } from './read-definition.js';
import { SessionEngine } from './session-engine.js';
import { loginKind, newRecord, viewOf, type SessionRecord } from './session-record.js';

/** Owner of a session, and conditions of a change. */
export interface SessionAccess {
  /** Sessions are seen by their owner only. @default 'host' */
  readonly owner?: string;
}

/** Stored sessions: logins whose cookies, headers and storage pages are read with. Values can be written, not read. */
@Injectable()
export class SessionService {
  constructor(
    private readonly engine: SessionEngine,
    private readonly history: HistoryService,
  ) {}

  /**
   * Creates a session. State of other origins is dropped with a warning.
   * @throws InvalidRequestError naming every invalid field; ConflictError if it exists; SessionLimitError, UnavailableError
   */
  create(
    definition: SessionDefinition,
    { owner = HOST_OWNER }: SessionAccess = {},
  ): Promise<AcceptedSession> {
    return this.store(definition, owner, 0);
  }

  /**
   * Creates a session, or replaces all of it. A login that was rejected may be tried again at once.
   * @throws InvalidRequestError, SessionLimitError, UnavailableError
   */
  put(
    name: string,
    definition: Omit<SessionDefinition, 'name'>,
    { owner = HOST_OWNER }: SessionAccess = {},
  ): Promise<AcceptedSession> {
    return this.store({ ...definition, name }, owner, null);
  }

  /** Returns a session without its values. @throws SessionUnknownError */
  async get(name: string, { owner = HOST_OWNER }: SessionAccess = {}): Promise<SessionView> {
    const { store } = this.engine.vault;
    const isOwn = !this.engine.live.isConfigured(owner, name);
    const stored = isOwn ? await store.find(owner, name) : null;
    if (stored && !this.opens(owner, name, stored.sealed)) return { ...stored.view, state: 'expired' };
    return (await this.engine.live.find(owner, name)).view;
  }

  /** Lists the sessions that the owner may use. */
  async list({ owner = HOST_OWNER }: SessionAccess = {}): Promise<readonly SessionView[]> {
    const stored = await this.engine.vault.store.list(owner);
    const names = new Set(this.engine.live.configuredFor(owner));
    const configured = await Promise.all([...names].map((name) => this.engine.live.find(owner, name)));
    return [...stored.filter(({ name }) => !names.has(name)), ...configured.map(({ view }) => view)];
  }

  /**
   * Removes a session. Pages of running jobs fail with SESSION_UNKNOWN.
   * @param options `forget` also deletes the texts that were read with it
   * @throws SessionUnknownError
   */
  async remove(
    name: string,
    { owner = HOST_OWNER, forget = false }: SessionAccess & { readonly forget?: boolean } = {},
  ): Promise<void> {
    const isRemoved = await this.engine.vault.store.remove(owner, name);
    this.engine.live.drop(owner, name);
    if (forget) await this.forget(name, { owner }); // after it: readings in progress store nothing more
    if (!isRemoved) throw new SessionUnknownError(name);
  }

  /** Deletes the histories of pages that were read with a session, of all of its accounts. @returns the number of pages */
  async forget(name: string, { owner = HOST_OWNER }: SessionAccess = {}): Promise<number> {
    return this.history.forget({ owner, session: name });
  }

  /**
   * Tells whether a session is valid, by its `check`, and logs in if it is not and `renew` is set.
   * @throws SessionUnknownError, SessionLoginFailedError
   */
  async check(
    name: string,
    { owner = HOST_OWNER, renew = false }: SessionAccess & { readonly renew?: boolean } = {},
    signal: AbortSignal = new AbortController().signal,
  ): Promise<SessionCheckResult> {
    const session = await this.engine.live.find(owner, name);
    const asked = await this.engine.ask(session, signal);
    const isUnused = session.record.renewedAt === null && asked.isValid === null;
    if (!renew || !session.login || (asked.isValid !== false && !isUnused))
      return { loggedIn: asked.isValid, renewed: false, statusCode: asked.statusCode };
    await this.engine.renewal.renew(session, session.record.generation, 'check', signal);
    const again = await this.engine.ask(session, signal);
    return { loggedIn: again.isValid ?? true, renewed: true, statusCode: again.statusCode };
  }

  /** Returns the state of a session in the form of Playwright's `storageState`. Not available over HTTP. @throws SessionUnknownError */
  async exportState(name: string, { owner = HOST_OWNER }: SessionAccess = {}): Promise<StorageState> {
    return (await this.engine.live.find(owner, name)).storageState;
  }

  private opens(owner: string, name: string, sealed: string): boolean {
    return this.engine.vault.sealer.open(owner, name, sealed) !== null;
  }

  /** @param expected 0: the session must not exist */
  private async store(
    definition: SessionDefinition,
    owner: string,
    expected: 0 | null,
  ): Promise<AcceptedSession> {
    const { rules, values, warnings } = readDefinition(definition);
    const { name } = rules;
    if (this.engine.live.isConfigured(owner, name))
      throw InvalidRequestError.at(['name'], {
        code: 'contradiction',
        reason: 'belongs to a session of the option sessions',
      });
    const { store, sealer, persists, maxSessions } = this.engine.vault;
    const before = await store.find(owner, name);
    if (before && expected === 0)
      throw new ConflictError(`The session ${JSON.stringify(name)} exists: replace it with PUT`);
    const known = before && (sealer.open(owner, name, before.sealed) as SessionRecord | null);
    const generation = before ? before.view.generation + 1 : 0;
    const record = {
      ...newRecord(name, rules, values, generation),
      ...(known ? { createdAt: known.createdAt } : {}),
    };
    const view = viewOf(record, rules, loginKind(rules.login), persists);
    const stored = { revision: (before?.revision ?? 0) + 1, view, sealed: sealer.seal(owner, name, record) };
    const result = await store.put(owner, stored, { expected, maxSessions });
    if (result === 'full') throw new SessionLimitError(maxSessions);
    if (result === 'raced')
      throw new ConflictError(`The session ${JSON.stringify(name)} exists: replace it with PUT`);
    await this.engine.live.replaced(owner, name);
    return { session: view, warnings };
  }
}
