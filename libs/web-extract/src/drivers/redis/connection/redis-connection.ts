import { isNativeError } from 'node:util/types';
import { Logger } from '@nestjs/common';
import { Redis, type Cluster, type RedisOptions } from 'ioredis';
import { connectCluster, duplicateCluster, isCluster, type ClusterTarget } from './redis-cluster.js';
import { redisError, ThrottledErrorLog } from './redis-error.js';
import { HeartbeatMonitor } from './heartbeat-monitor.js';
import { limitReplies } from './limit-replies.js';
import { backoffMs } from '../../../model/retry/backoff.js';
import { BACKOFFS } from '../../../model/retry/policies.js';

/** Which Redis: its address, the options of an ioredis client, or a client that the host has opened. */
export type RedisTarget = { readonly url: string } | RedisOptions | Redis;

/** One Redis, or a Cluster. */
type AnyTarget = RedisTarget | ClusterTarget;

/** A command that has no answer by then fails. */
const COMMAND_TIMEOUT_MS = 4_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** The end of the process is not held up for longer by a Redis that is away. */
const DISCONNECT_TIMEOUT_MS = 200;
/** A connection without a response for this long is reconnected. */
const SILENCE_MS = 4_000;
/** The same for a blocking connection: Bull waits for jobs for 5 s at a time. */
const WAITING_SILENCE_MS = 8_000;

/**
 * One connection to Redis. Commands never wait indefinitely: while Redis is unavailable they fail within 5 s and are
 * not sent later.
 * Reconnects without a limit. Logs once when the connection is lost and once when it is restored.
 */
export class RedisConnection {
  readonly client: Redis;
  private readonly origin: Redis;
  private readonly logger = new Logger('WebExtract');
  private readonly refusals = new ThrottledErrorLog();
  private readonly isOwn: boolean;
  private readonly duplicates: Redis[] = [];
  private readonly watches: HeartbeatMonitor[] = [];
  private subscribing: Redis | undefined;
  /** There was a connection, and there is none now. */
  private isLost = false;
  private isAway = false;
  private isClosed = false;

  constructor(target: AnyTarget) {
    this.isOwn = !isClient(target);
    this.origin = isClient(target) ? target : limitReplies(connect(target));
    this.client = this.isOwn ? this.origin : bounded(this.origin, () => this.isLost);
    if (this.isOwn && !isCluster(this.origin))
      this.watches.push(new HeartbeatMonitor(this.origin, SILENCE_MS));
    this.origin.on('close', this.onClose);
    this.origin.on('error', this.onError);
    this.origin.on('ready', this.onReady);
  }

  /** A connection of its own for subscriptions; made at the first call, and subscribes again by itself after an outage. */
  subscriber(): Redis {
    this.subscribing ??= this.duplicate().setMaxListeners(0); // each shard listens to it
    return this.subscribing;
  }

  /** Another connection to the same Redis, whose commands wait for it as long as it takes. Closed with this one. */
  duplicate(): Redis {
    const client = isCluster(this.origin) ? this.duplicateCluster(this.origin) : this.duplicateRedis();
    client.on('error', () => {}); // outages are reported by the main connection
    this.duplicates.push(limitReplies(alwaysHeard(client)));
    if (this.isClosed) client.disconnect();
    else if (!isCluster(client)) this.watches.push(new HeartbeatMonitor(client, WAITING_SILENCE_MS));
    return client;
  }

  private duplicateCluster(origin: Cluster): Redis {
    return duplicateCluster(origin, () => this.isClosed) as unknown as Redis;
  }

  private duplicateRedis(): Redis {
    return this.origin.duplicate({
      maxRetriesPerRequest: null,
      autoResendUnfulfilledCommands: true, // else what was under way would wait for ever
      enableReadyCheck: false,
      enableOfflineQueue: true,
      lazyConnect: false,
      commandTimeout: undefined,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      reconnectOnError: this.origin.options.reconnectOnError ?? isReplica,
      retryStrategy: (attempt) => (this.isClosed ? null : pauseBefore(attempt)),
    });
  }

  /** The error of a command as callers know it: `UnavailableError` for all that is Redis's. What else there is to say is logged. */
  explain(error: unknown): unknown {
    this.refusals.tell(error);
    return redisError(error);
  }

  /** False while there is no connection, as far as known. One that was not used yet is up. */
  get isUp(): boolean {
    return !this.isLost && !this.isAway;
  }

  /** True if Redis answers. */
  async isReady(): Promise<boolean> {
    return this.client.ping().then(
      () => true,
      () => false,
    );
  }

  /** Ends what this object opened; a client of the host stays open. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const watch of this.watches) watch.close();
    for (const client of this.duplicates) client.disconnect();
    if (this.isOwn) await quit(this.origin);
    this.origin.off('close', this.onClose);
    this.origin.off('error', this.onError);
    this.origin.off('ready', this.onReady);
  }

  private readonly onError = (error: Error): void => {
    if (this.isAway || this.isClosed) return;
    this.isAway = true;
    this.logger.error(`Redis is out of reach, crawls wait for it: ${reasonOf(error)}`);
  };

  private readonly onClose = (): void => {
    this.isLost = true;
  };

  private readonly onReady = (): void => {
    this.isLost = false;
    if (this.isAway) this.logger.log('Redis is back');
    this.isAway = false;
  };
}

/** The host may have a copy of ioredis of its own. */
const isClient = (target: AnyTarget): target is Redis =>
  'sendCommand' in target && typeof target.sendCommand === 'function';

function connect(target: { readonly url: string } | RedisOptions | ClusterTarget): Redis {
  if ('cluster' in target) return alwaysHeard(connectCluster(target) as unknown as Redis);
  const { url, ...options } = target as RedisOptions & { url?: string };
  const ours: RedisOptions = {
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    reconnectOnError: isReplica,
    ...options,
    lazyConnect: true, // an application that does not start leaves nothing open
    commandTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 0, // what could not be sent, or was not answered, fails with the connection
    autoResendUnfulfilledCommands: false,
    retryStrategy: pauseBefore,
  };
  return neverLate(alwaysHeard(url === undefined ? new Redis(ours) : new Redis(url, ours)));
}

/** While Redis loads, commands wait in a queue of the client, and would be sent from there after they have failed. */
function neverLate(client: Redis): Redis {
  const failed = new WeakSet();
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    if (failed.has(command)) return command.promise;
    if (client.status !== 'ready') command.promise.catch(() => failed.add(command));
    return send(command, stream);
  };
  return client;
}

/** A client selects and subscribes again by itself, and does not hear that it fails: closed meanwhile, it would end the process. */
function alwaysHeard(client: Redis): Redis {
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, ...target) => {
    command.promise.catch(() => {}); // who sent it hears of it too
    return send(command, ...target); // a pipeline of a Cluster names its node
  };
  return client;
}

/** Another one is the primary now: its address leads to it, or Sentinel does. */
const isReplica = ({ message }: Error): boolean => message.includes('READONLY');

/** There is always a next try to connect. */
const pauseBefore = (attempt: number): number => backoffMs(BACKOFFS.redisConnection, attempt);

/** The host's own client may be set up to wait for ever; ours is the same connection with commands that do not. */
function bounded(client: Redis, isLost: () => boolean): Redis {
  const view = Object.create(client) as Redis;
  for (const method of ['on', 'once', 'off', 'addListener', 'removeListener'] as const) {
    view[method] = client[method].bind(client) as never; // a view has no listeners of its own
  }
  view.sendCommand = (command, stream) => {
    if (isLost()) {
      command.reject(new Error('Connection is closed.'));
      return command.promise;
    }
    command.setTimeout(COMMAND_TIMEOUT_MS);
    return client.sendCommand(command, stream);
  };
  return view;
}

async function quit(client: Redis): Promise<void> {
  await client.quit().catch(() => {}); // it is away
  client.disconnect();
}

/** ioredis joins the errors of all addresses into one without a message. */
function reasonOf(error: Error): string {
  if (isSilence(error.message)) return 'it does not answer';
  const [first] = (error as AggregateError).errors ?? [];
  return error.message || (isNativeError(first) ? first.message : error.name);
}

/** ioredis 5 closes a silent connection and fails its commands, ioredis 6 fails a command at its timeout. */
const isSilence = (message: string): boolean =>
  message.startsWith('Reached the max retries') || message === 'Command timed out';
