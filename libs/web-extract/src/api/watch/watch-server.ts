import { setTimeout as wait } from 'node:timers/promises';
import type { EventEmitter } from 'node:events';
import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { WebSocketServer } from 'ws';
import type { CrawlJob } from '../../model/crawl/crawl.js';
import { UnavailableError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { JobEvents } from '../../services/crawl/following/job-events.js';
import { WatchPlaces } from '../../services/crawl/following/watch-places.js';
import { AnswerBytes } from '../../services/memory/answer-bytes.js';
import { ApiKeyGuard, ownerOf } from '../gate/api-key.guard.js';
import { requireGroup } from '../gate/require-scope.js';
import { KeyWatch } from '../gate/key-watch.js';
import { RouteRegistry } from '../mounting/route-registry.js';
import { CrawlAnswersV1 } from '../v1/crawls/crawl-answers.v1.js';
import { CrawlAnswersV2 } from '../v2/crawls/crawl-answers.v2.js';
import { parseWatchRequest, type WatchRequest } from './parse-watch-request.js';
import { ForeignJobError, GOING_AWAY } from './closing.js';
import { JobFrames } from './job-frames.js';
import { RefusedSockets } from './refused-sockets.js';
import { refuseUpgrade } from './refuse-upgrade.js';
import type { Upgrade } from './upgrade.js';
import { UpgradeRouter } from './upgrade-router.js';
import { whenAnswered } from './when-answered.js';
import { WatchSession, type WatchDialect } from './watch-session.js';
import { kept } from '../../model/kept.js';

/** Connections whose key is looked at, which is soon done. */
const MAX_STRANGERS = 1_000;
/** Connections whose refusal is on its way: some never take it. They take no room of those that are let in. */
const MAX_REFUSED = 200;
/** Time for clients to answer a close when the application closes: its server waits for every connection. */
const LAST_MS = 500;
/** Clients have nothing to say. */
const MAX_MESSAGE_BYTES = 1_024;

/** Lets clients watch jobs over WebSockets, at the addresses where these are read. Other upgrades of the host are none of its business. */
@Injectable()
export class WatchServer implements OnModuleInit, BeforeApplicationShutdown {
  private readonly handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (protocols) => protocols.values().next().value ?? false, // clients leave unless it is echoed
  });
  private readonly dialects: Readonly<Record<'v1' | 'v2', WatchDialect>>;
  private readonly sessions = kept('followers', new Set<WatchSession>());
  private readonly refused = new RefusedSockets(MAX_REFUSED);
  private strangers = 0;
  private isClosing = false;
  private door: UpgradeRouter | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly routes: RouteRegistry,
    private readonly guard: ApiKeyGuard,
    private readonly keys: KeyWatch,
    private readonly crawls: CrawlService,
    private readonly events: JobEvents,
    private readonly places: WatchPlaces,
    private readonly answers: AnswerBytes,
    private readonly options: ResolvedOptions,
    v1: CrawlAnswersV1,
    v2: CrawlAnswersV2,
  ) {
    this.dialects = {
      v1: { frames: new JobFrames(v1.present), tellsErrorsInFrames: false },
      v2: { frames: new JobFrames(v2.present), tellsErrorsInFrames: true },
    };
  }

  onModuleInit(): void {
    const server = this.host.httpAdapter?.getHttpServer?.() as EventEmitter | undefined;
    if (!this.options.webSocket || typeof server?.emit !== 'function') return;
    this.door = new UpgradeRouter(server, (upgrade) => this.take(upgrade));
  }

  /** Before the server stops, which waits for every connection. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    for (const session of this.sessions) session.close(GOING_AWAY);
    for (let waited = 0; this.sessions.size > 0 && waited < LAST_MS; waited += 10) await wait(10);
    for (const session of this.sessions) session.terminate();
    this.door?.close();
  }

  private take(upgrade: Upgrade): boolean {
    const watch = parseWatchRequest(upgrade.request, this.routes);
    if (watch) void this.admit(upgrade, watch);
    return watch !== null;
  }

  /**
   * Authenticates an upgrade. An invalid key is reported after the handshake, because some clients crash on any other
   * response.
   */
  private async admit(upgrade: Upgrade, watch: WatchRequest): Promise<void> {
    const { socket } = upgrade;
    socket.on('error', () => {}); // clients go away when they like
    if (!(await whenAnswered(socket))) return;
    const lack = this.isClosing
      ? 'shutting down'
      : this.strangers >= MAX_STRANGERS
        ? 'too many upgrades'
        : null;
    if (lack !== null) return this.turnAway(socket, new UnavailableError(lack));
    try {
      const owner = await this.ownerOf(watch);
      if (socket.destroyed) return;
      socket.once('close', this.places.take(owner));
      this.open(upgrade, watch, (session) => {
        socket.once(
          'close',
          this.keys.watch(watch.asked, (error) => session.fail(error)),
        );
        void session.tell(() => this.find(watch.id, owner), this.events, this.answers.client(owner));
      });
    } catch (error) {
      if (!watch.hasKey) return this.turnAway(socket, error);
      this.refused.add(socket);
      this.open(upgrade, watch, (session) => session.fail(error));
    }
  }

  private turnAway(socket: Upgrade['socket'], error: unknown): void {
    this.refused.add(socket);
    refuseUpgrade(socket, error);
  }

  /** @throws UnauthorizedError, and what else keeps a key from being accepted */
  private async ownerOf({ asked }: WatchRequest): Promise<string> {
    this.strangers++;
    try {
      await this.guard.admit(asked);
      requireGroup(asked.webExtractPrincipal?.allow, 'crawl');
      return ownerOf(asked);
    } finally {
      this.strangers--;
    }
  }

  private open(
    { request, socket, head }: Upgrade,
    { version }: WatchRequest,
    begin: (session: WatchSession) => void,
  ): void {
    this.handshakes.handleUpgrade(request, socket, head, (webSocket) => {
      const session = new WatchSession(webSocket, this.dialects[version], () =>
        this.sessions.delete(session),
      );
      this.sessions.add(session);
      begin(session);
    });
  }

  private async find(id: string, owner: string): Promise<CrawlJob> {
    const job = await this.crawls.status(id);
    if (job.owner !== owner) throw new ForeignJobError();
    return job;
  }
}
