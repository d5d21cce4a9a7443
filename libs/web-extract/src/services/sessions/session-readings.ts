import { SessionExpiredError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import type { PageRequest } from '../../model/page/page-request.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import { LoggedOutError, type SessionReader, type SessionVisit } from '../../pipeline/session-reader.js';
import type { LiveSession } from './live-session.js';
import type { LiveSessions } from './live-sessions.js';
import { failureOf, type SessionRenewal } from './session-renewal.js';
import { GenerationVisit, type AskSession } from './session-visit.js';

/** Readings before a page is read alone, and then. */
const READINGS = { shared: 2, alone: 2 };

/** Result of some readings: the page, or the generation that was logged out. */
type Result<T> = { readonly page: T } | { readonly generation: number; readonly url: string };

/** Reads pages with sessions, and again after a renewal. */
export class SessionReadings implements SessionReader {
  constructor(
    private readonly sessions: LiveSessions,
    private readonly renewal: SessionRenewal,
    private readonly ask: AskSession,
    private readonly onReadAgain: (session: LiveSession) => void,
  ) {}

  async read<T>(
    request: PageRequest & { readonly session: string },
    signal: AbortSignal | undefined,
    readOnce: (visit: SessionVisit) => Promise<T>,
  ): Promise<T> {
    const session = await this.sessions.find(request.owner ?? HOST_OWNER, request.session);
    const { gate } = session;
    await gate.enter(session.rules.maxConcurrent ?? Infinity, signal);
    const first = await this.readings(session, READINGS.shared, signal, readOnce).finally(() => gate.leave());
    if ('page' in first) return first.page;
    // sessions of few requests: others of this process would use them up
    await gate.enterAlone(signal);
    try {
      await session.refresh();
      await this.renewal.renew(session, first.generation, 'expired', signal);
      const last = await this.readings(session, READINGS.alone, signal, readOnce);
      if ('page' in last) return last.page;
      throw new SessionExpiredError(session.name, last.url);
    } finally {
      gate.leaveAlone();
    }
  }

  /** Reads a file of the origins. A response to visitors that are not logged in is an error: files cause no logins. */
  async once(
    session: LiveSession,
    signal: AbortSignal | undefined,
    read: (visit: SessionVisit) => Promise<FetchResponse>,
  ): Promise<FetchResponse> {
    await session.gate.enter(session.rules.maxConcurrent ?? Infinity, signal);
    try {
      await this.prepare(session, signal);
      const visit = new GenerationVisit(session, session.record.generation, this.ask);
      const response = await read(visit);
      if (visit.isLoggedOut(response)) throw new SessionExpiredError(session.name, response.url);
      return response;
    } finally {
      session.gate.leave();
    }
  }

  /** Reads a page, and again after a renewal. */
  private async readings<T>(
    session: LiveSession,
    most: number,
    signal: AbortSignal | undefined,
    readOnce: (visit: SessionVisit) => Promise<T>,
  ): Promise<Result<T>> {
    for (let reading = 1; ; reading++) {
      await this.prepare(session, signal);
      const { generation } = session.record;
      try {
        const page = await readOnce(new GenerationVisit(session, generation, this.ask));
        await noteActive(session);
        return { page };
      } catch (error) {
        if (!(error instanceof LoggedOutError)) throw error;
        if (reading === most) return { generation, url: error.url };
      }
      this.onReadAgain(session);
      await this.renewal.renew(session, generation, 'expired', signal);
    }
  }

  /** Follows the store, and logs in where requests cannot succeed otherwise. */
  private async prepare(session: LiveSession, signal: AbortSignal | undefined): Promise<void> {
    await session.refresh();
    const { record, login } = session;
    const { generation, retryAt, state, given, expiresAt } = record;
    if (retryAt !== null && retryAt > Date.now()) throw failureOf(session);
    if (state === 'expired' && !login)
      throw new SessionExpiredError(session.name, session.rules.origins[0] ?? '');
    if (!login) return;
    const hasState = given.cookies.length > 0 || given.storage.length > 0;
    if (renewedNever(record) && !hasState) await this.renewal.renew(session, generation, 'new', signal);
    else if (expiresAt !== null && expiresAt <= Date.now())
      await this.renewal.renew(session, generation, 'max-age', signal);
  }
}

const renewedNever = ({ renewedAt }: LiveSession['record']): boolean => renewedAt === null;

async function noteActive(session: LiveSession): Promise<void> {
  if (session.record.state !== 'new') return;
  await session.change((record) => (record.state === 'new' ? { ...record, state: 'active' } : record));
}
