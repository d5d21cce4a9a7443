import { setTimeout as pause } from 'node:timers/promises';
import { CommandError } from '../command';
import type { ApiAnswer, ApiClient } from './api-client';
import type { CheckAnswer, CheckWithPagesAnswer, MonitorAnswer, PageStatus } from './monitor-answers';

const PART = 100;
const POLL_MS = 500;

/** A part of the list of monitors. */
interface ListPart extends ApiAnswer<readonly MonitorAnswer[]> {
  /** Path of the next part; null at the end. */
  readonly next?: string | null;
}

/** Requests to `/v2/monitor` of a server. */
export class MonitorsApi {
  constructor(
    private readonly api: ApiClient,
    private readonly signal: AbortSignal,
  ) {}

  create(body: object): Promise<ApiAnswer<MonitorAnswer>> {
    return this.api.ask({ method: 'POST', path: '/v2/monitor', body });
  }

  async list(): Promise<readonly MonitorAnswer[]> {
    const found: MonitorAnswer[] = [];
    let path: string | null = `/v2/monitor?limit=${PART}`;
    while (path !== null) {
      const { data, next }: ListPart = await this.api.ask({ method: 'GET', path });
      found.push(...data);
      path = next ?? null;
    }
    return found;
  }

  async get(id: string): Promise<MonitorAnswer> {
    return (await this.api.ask<MonitorAnswer>({ method: 'GET', path: pathOf(id) })).data;
  }

  update(id: string, body: object): Promise<ApiAnswer<MonitorAnswer>> {
    return this.api.ask({ method: 'PATCH', path: pathOf(id), body });
  }

  async remove(id: string): Promise<void> {
    await this.api.ask({ method: 'DELETE', path: pathOf(id) });
  }

  async run(id: string): Promise<CheckAnswer> {
    return (await this.api.ask<CheckAnswer>({ method: 'POST', path: `${pathOf(id)}/run` })).data;
  }

  async checks(id: string, limit: number): Promise<readonly CheckAnswer[]> {
    const path = `${pathOf(id)}/checks?limit=${limit}`;
    return (await this.api.ask<readonly CheckAnswer[]>({ method: 'GET', path })).data;
  }

  /** The newest check that was not skipped. @throws CommandError if there is none */
  async newestCheck(id: string): Promise<string> {
    const found = (await this.checks(id, PART)).find(({ status }) => !status.startsWith('skipped'));
    if (found) return found.id;
    throw new CommandError('there is no check yet: start one with nestjs-web-extract monitor run');
  }

  /** Waits until a check has ended. */
  async ended(id: string, checkId: string): Promise<CheckAnswer> {
    for (;;) {
      const path = `${pathOf(id)}/checks/${encodeURIComponent(checkId)}?limit=1`;
      const { data } = await this.api.ask<CheckAnswer>({ method: 'GET', path });
      if (data.status !== 'queued' && data.status !== 'running') return data;
      await pause(POLL_MS, undefined, { signal: this.signal }).catch(() => this.signal.throwIfAborted());
    }
  }

  /** The parts of a check, each with its pages. */
  async *parts(id: string, checkId: string, status?: PageStatus): AsyncGenerator<CheckWithPagesAnswer> {
    const filter = status === undefined ? '' : `&status=${status}`;
    let path: string | null = `${pathOf(id)}/checks/${encodeURIComponent(checkId)}?limit=${PART}${filter}`;
    while (path !== null) {
      const { data }: ApiAnswer<CheckWithPagesAnswer> = await this.api.ask({ method: 'GET', path });
      yield data;
      path = data.next;
    }
  }
}

const pathOf = (id: string): string => `/v2/monitor/${encodeURIComponent(id)}`;
