import { Injectable } from '@nestjs/common';
import type { Monitor } from '../../../model/monitor/monitor.js';
import { ResolvedOptions } from '../../../model/options.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import { KeyService } from '../../../services/keys/key.service.js';
import { MonitorService, type AcceptedMonitor } from '../../../services/monitors/monitor.service.js';
import type { MonitorRequest } from '../../../services/monitors/planning/monitor-request.js';
import { withBodyPaths } from '../../errors/body-paths.js';
import { ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import { hasStoredKey } from '../../jobs/origin-of.js';
import { presentCheck, presentCheckPage, presentMonitor, type MonitorCheckPageV2, type MonitorCheckV2, type MonitorV2 } from './monitor.presenter.js'; // prettier-ignore
import { readCheckQuery, readChecksQuery, readListQuery } from './monitor.queries.js';
import { readMonitor, targetNames } from './monitor.requests.js';

/** A response about monitors. */
export interface MonitorDataV2<Data> {
  readonly success: true;
  readonly data: Data;
  readonly warning?: string;
}

/** A part of the monitors of the caller. */
export interface MonitorListV2 extends MonitorDataV2<readonly MonitorV2[]> {
  /** Path of the next part; null at the end. */
  readonly next: string | null;
}

/** A check with a part of its pages. */
export interface MonitorCheckReplyV2 {
  readonly success: true;
  readonly data: MonitorCheckV2 & {
    readonly pages: readonly MonitorCheckPageV2[];
    /** Path of the next part; null at the end. */
    readonly next: string | null;
  };
  readonly next: string | null;
}

type Query = Readonly<Record<string, unknown>>;

/** Caller of a request about monitors. */
export interface MonitorCaller {
  readonly owner: string;
  readonly needsKey: boolean;
}

/** Answers requests about monitors in the format of v2. */
@Injectable()
export class MonitorAnswers {
  constructor(
    private readonly monitors: MonitorService,
    private readonly keys: KeyService,
    private readonly options: ResolvedOptions,
    private readonly answers: AnswerBytes,
  ) {}

  create(sent: unknown, request: IncomingRequest): Promise<MonitorDataV2<MonitorV2>> {
    return this.createFor(sent, { owner: ownerOf(request), needsKey: hasStoredKey(request) });
  }

  async createFor(sent: unknown, caller: MonitorCaller): Promise<MonitorDataV2<MonitorV2>> {
    const { request, warnings } = readMonitor(sent, true, this.options);
    const create = () => this.monitors.create(request as MonitorRequest, caller);
    return this.accepted(await withBodyPaths(targetNames(request.targets), create), warnings);
  }

  list(query: Query, request: IncomingRequest): Promise<MonitorListV2> {
    return this.listFor(query, ownerOf(request));
  }

  async listFor(query: Query, owner: string): Promise<MonitorListV2> {
    const { offset, limit } = readListQuery(query);
    const { monitors, hasMore } = await this.answers.inTurn(owner, () => this.monitors.listPart({ offset, limit }, owner)); // prettier-ignore
    const next = hasMore ? `/v2/monitor?limit=${limit}&offset=${offset + monitors.length}` : null;
    return { success: true, data: monitors.map((monitor) => this.present(monitor)), next };
  }

  get(id: string, request: IncomingRequest): Promise<MonitorDataV2<MonitorV2>> {
    return this.getFor(id, ownerOf(request));
  }

  async getFor(id: string, owner: string): Promise<MonitorDataV2<MonitorV2>> {
    return {
      success: true,
      data: this.present(await this.answers.inTurn(owner, () => this.monitors.get(id, owner))),
    };
  }

  update(id: string, sent: unknown, request: IncomingRequest): Promise<MonitorDataV2<MonitorV2>> {
    return this.updateFor(id, sent, ownerOf(request));
  }

  async updateFor(id: string, sent: unknown, owner: string): Promise<MonitorDataV2<MonitorV2>> {
    await this.answers.inTurn(owner, () => this.monitors.get(id, owner));
    const { request, warnings } = readMonitor(sent, false, this.options);
    const update = () => this.monitors.update(id, request, owner);
    return this.accepted(await withBodyPaths(targetNames(request.targets), update), warnings);
  }

  remove(id: string, request: IncomingRequest): Promise<void> {
    return this.monitors.remove(id, ownerOf(request));
  }

  run(id: string, request: IncomingRequest): Promise<MonitorDataV2<MonitorCheckV2>> {
    return this.runFor(id, ownerOf(request));
  }

  async runFor(id: string, owner: string): Promise<MonitorDataV2<MonitorCheckV2>> {
    return { success: true, data: presentCheck(await this.monitors.run(id, owner), false) };
  }

  checks(
    id: string,
    query: Query,
    request: IncomingRequest,
  ): Promise<MonitorDataV2<readonly MonitorCheckV2[]>> {
    return this.checksFor(id, query, ownerOf(request));
  }

  async checksFor(
    id: string,
    query: Query,
    owner: string,
  ): Promise<MonitorDataV2<readonly MonitorCheckV2[]>> {
    const checks = await this.monitors.checks(id, readChecksQuery(query), owner);
    const isMetered = await this.isMetered(owner);
    return { success: true, data: checks.map((check) => presentCheck(check, isMetered)) };
  }

  check(ids: CheckIds, query: Query, request: IncomingRequest): Promise<MonitorCheckReplyV2> {
    return this.checkFor(ids, query, ownerOf(request));
  }

  async checkFor({ id, checkId }: CheckIds, query: Query, owner: string): Promise<MonitorCheckReplyV2> {
    const range = readCheckQuery(query);
    const { check, pages, hasMore } = await this.answers.inTurn(owner, () => this.monitors.check(id, checkId, range, owner)); // prettier-ignore
    const status = range.status === undefined ? '' : `&status=${range.status}`;
    const next = hasMore
      ? `/v2/monitor/${id}/checks/${checkId}?limit=${range.limit}&skip=${range.skip + pages.length}${status}`
      : null;
    const presented = presentCheck(check, await this.isMetered(owner));
    return { success: true, data: { ...presented, pages: pages.map(presentCheckPage), next }, next };
  }

  private accepted(
    { monitor, warnings }: AcceptedMonitor,
    more: readonly string[],
  ): MonitorDataV2<MonitorV2> {
    const warning = [...more, ...warnings].join('. ');
    return { success: true, data: this.present(monitor), ...(warning === '' ? {} : { warning }) };
  }

  private present(monitor: Monitor): MonitorV2 {
    return presentMonitor(monitor, this.monitors.creditsPerMonth(monitor));
  }

  private async isMetered(owner: string): Promise<boolean> {
    return (await this.keys.credits(owner)) !== null;
  }
}

interface CheckIds {
  readonly id: string;
  readonly checkId: string;
}
