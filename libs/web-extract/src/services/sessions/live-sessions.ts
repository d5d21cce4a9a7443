import { SessionUnknownError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { KEPT, kept } from '../../model/kept.js';
import { LiveSession, type ConfiguredSession, type SessionVault } from './live-session.js';

/** Sessions held in memory; those that are not held are read from the store. */
const MAX_HELD = KEPT.sessions.most;

/** The sessions of all owners, as this process uses them. */
export class LiveSessions {
  private readonly held = kept('sessions', new Map<string, LiveSession>());

  constructor(
    readonly vault: SessionVault,
    private readonly configured: ReadonlyMap<string, ConfiguredSession>,
  ) {}

  /** Finds a session of the owner, or one of the application that the owner may use. @throws SessionUnknownError, SessionExpiredError, UnavailableError */
  async find(owner: string, name: string): Promise<LiveSession> {
    const configured = this.configured.get(name);
    if (owner === HOST_OWNER && configured) return this.load(HOST_OWNER, name, configured);
    try {
      return await this.load(owner, name, null);
    } catch (error) {
      const isAllowed = error instanceof SessionUnknownError && configured?.options.allow?.(owner) === true;
      if (!isAllowed) throw error;
      return this.load(HOST_OWNER, name, configured);
    }
  }

  /** Names of the sessions of the application that the owner may use. */
  configuredFor(owner: string): readonly string[] {
    return [...this.configured]
      .filter(([, { options }]) => owner === HOST_OWNER || options.allow?.(owner) === true)
      .map(([name]) => name);
  }

  isConfigured(owner: string, name: string): boolean {
    return owner === HOST_OWNER && this.configured.has(name);
  }

  /** The stored session was replaced by this process. */
  async replaced(owner: string, name: string): Promise<void> {
    await this.held.get(keyOf(owner, name))?.refresh();
  }

  drop(owner: string, name: string): void {
    this.held.delete(keyOf(owner, name));
  }

  private async load(
    owner: string,
    name: string,
    configured: ConfiguredSession | null,
  ): Promise<LiveSession> {
    const key = keyOf(owner, name);
    const session = this.held.get(key) ?? (await LiveSession.open(this.vault, owner, name, configured));
    try {
      await session.follow();
    } catch (error) {
      if (error instanceof SessionUnknownError) this.held.delete(key);
      throw error;
    }
    const other = this.held.get(key); // another request may have opened it at the same time
    if (other && other !== session) return other;
    this.held.delete(key);
    this.held.set(key, session);
    if (this.held.size > MAX_HELD) this.held.delete(this.held.keys().next().value!);
    return session;
  }
}

const keyOf = (owner: string, name: string): string => `${owner}\n${name}`;
