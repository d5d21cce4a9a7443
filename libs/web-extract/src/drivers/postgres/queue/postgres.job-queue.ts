import { Injectable } from '@nestjs/common';
import { TurnJobQueue, type TurnJobQueueOptions } from '../../turns/turn.job-queue.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { PostgresQueue } from './postgres-queue.js';
import { PostgresWorkerRegistry } from './postgres.worker-registry.js';

export interface PostgresJobQueueOptions extends TurnJobQueueOptions {
  /** Time after which the jobs of an unresponsive worker are given to others, in milliseconds. */
  readonly lockMs: number;
}

/** Gives crawls turns in many processes through a table of PostgreSQL. */
@Injectable()
export class PostgresJobQueue extends TurnJobQueue {
  /** @param connection stays open when the queue is closed */
  constructor(connection: PostgresConnection, options: PostgresJobQueueOptions) {
    super(new PostgresQueue(connection, options.lockMs), new PostgresWorkerRegistry(connection), options);
  }
}
