import { Cluster, type ClusterNode, type RedisOptions } from 'ioredis';
import { backoffMs } from '../../../model/retry/backoff.js';
import { BACKOFFS } from '../../../model/retry/policies.js';

/** A Redis Cluster: some of its nodes, by address or URL, and options of the connections to all of them. */
export interface ClusterTarget {
  readonly cluster: readonly ClusterNode[];
  readonly options?: RedisOptions;
}

/** A command that has no answer by then fails, also while no node is known. */
const COMMAND_TIMEOUT_MS = 4_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** A command for a node that is away is tried this often, a tenth of a second apart: less than a second. */
const MAX_REDIRECTIONS = 6;
const AGAIN_MS = 100;

/** True for the nodes of a Cluster. A client of ioredis has a command `cluster`. */
export const isClusterTarget = (target: object): target is ClusterTarget =>
  'cluster' in target && typeof target.cluster !== 'function';

/** True for a client of a Cluster, which has the commands of a client of one Redis. */
export const isCluster = (client: object): client is Cluster =>
  'isCluster' in client && client.isCluster === true;

export function connectCluster({ cluster, options = {} }: ClusterTarget): Cluster {
  const client = new Cluster([...cluster], {
    lazyConnect: true,
    enableReadyCheck: true,
    maxRedirections: MAX_REDIRECTIONS,
    retryDelayOnFailover: AGAIN_MS,
    retryDelayOnClusterDown: AGAIN_MS,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    clusterRetryStrategy: (attempt) => backoffMs(BACKOFFS.redisConnection, attempt),
    redisOptions: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      ...options,
      commandTimeout: COMMAND_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
    },
  });
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream, node) => {
    command.setTimeout(COMMAND_TIMEOUT_MS);
    return send(command, stream, node) as unknown;
  };
  return client;
}

/** Another client of the same Cluster, whose commands wait for it as long as it takes. */
export function duplicateCluster(origin: Cluster, isClosed: () => boolean): Cluster {
  return origin.duplicate([], {
    ...origin.options,
    lazyConnect: false,
    clusterRetryStrategy: (attempt: number) =>
      isClosed() ? null : backoffMs(BACKOFFS.redisConnection, attempt),
    redisOptions: {
      ...origin.options.redisOptions,
      commandTimeout: undefined as never,
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      autoResendUnfulfilledCommands: true,
    },
  });
}
