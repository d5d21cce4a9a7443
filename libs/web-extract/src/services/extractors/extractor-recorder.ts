import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnavailableError, NotFoundError } from '../../model/errors.js';
import type { ExtractorResult } from '../../model/extractor/extractor-run.js';
import type { DriftView } from '../../model/extractor/extractor-view.js';
import { kept } from '../../model/kept.js';
import { ResolvedOptions } from '../../model/options.js';
import { ExtractorStore, type RecordedValues } from '../../ports/stores/extractor-store.port.js';
import { historyUrl } from '../../web/url/history-url.js';
import { EventStream } from '../events/event-stream.js';
import {
  changeDrift,
  driftOf,
  driftedPaths,
  NO_RUNS,
  runsText,
  withOutcomes,
  type RunsState,
} from './drift-state.js';
import { ExtractorLeases } from './extractor-leases.js';
import { ExtractorMessages } from './extractor-messages.js';
import { ExtractorRecords, UNBOUNDED } from './extractor-records.js';
import { isStale, tokensOfPage, type ExtractorRecord } from './extractor-state.js';
import { withMessage } from './waiting-messages.js';

/** Values of a page that are recorded at most, in bytes. */
const MAX_VALUE_BYTES = 4_096;
/** Values that are the same are recorded again after this time, from which on they expire. */
const FRESH_MS = 3_600_000;
const TRIES = 20;
const WARN_MS = 60_000;
/** Pages of jobs are stored together after this time. */
const LAZY_MS = 200;
/** Pages of jobs that may wait. */
const MAX_WAITING = 100;
const DAY_MS = 86_400_000;
const MAX_HEALS_A_DAY = 4;
/** A repair that drifts within this number of pages is undone. */
const TRIAL_PAGES = 50;

/** A page that an extractor has read. */
export interface ReadPage {
  readonly url: string;
  readonly result: ExtractorResult;
  /** False to count it only. */
  readonly isRecorded: boolean;
}

interface Batch {
  readonly record: ExtractorRecord;
  readonly pages: ReadPage[];
  readonly stored: Promise<void>;
  /** Ends the wait for further pages. */
  readonly hurry: AbortController;
}

/** Called when fields have drifted. */
export type DriftListener = (record: ExtractorRecord, kind: 'heal' | 'undo') => void;

/** Stores what extractors read: values for healing, and outcomes, in which drift is detected. */
@Injectable()
export class ExtractorRecorder implements BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private readonly batches = kept('extractorRuns', new Map<string, Batch>());
  private readonly lines = kept('extractorRuns', new Map<string, Promise<void>>());
  private readonly stop = new AbortController();
  private listener: DriftListener = () => {};
  private toldAt = 0;

  constructor(
    private readonly store: ExtractorStore,
    private readonly records: ExtractorRecords,
    private readonly messages: ExtractorMessages,
    private readonly events: EventStream,
    private readonly options: ResolvedOptions,
    private readonly leases: ExtractorLeases,
  ) {}

  /** Has drift reported to what heals extractors. */
  onDrift(listener: DriftListener): void {
    this.listener = listener;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await Promise.all(this.lines.values());
  }

  /**
   * Stores the outcome of a page, together with others of the extractor that arrive meanwhile. Failures of the store are logged.
   * @param isLazy resolves at once, unless many pages are waiting: they are stored a moment later
   */
  note(record: ExtractorRecord, page: ReadPage, isLazy: boolean): Promise<void> {
    const stored = this.enqueue(record, compact(page), isLazy);
    const waiting = this.batches.get(keyOf(record))?.pages.length ?? 0;
    return isLazy && waiting < MAX_WAITING ? Promise.resolve() : stored;
  }

  private enqueue(record: ExtractorRecord, page: ReadPage, isLazy: boolean): Promise<void> {
    const key = keyOf(record);
    const open = this.batches.get(key);
    if (open) {
      open.pages.push(page);
      if (!isLazy) open.hurry.abort();
      return open.stored;
    }
    const hurry = new AbortController();
    const signal = AbortSignal.any([hurry.signal, this.stop.signal]);
    const pages = [page];
    const previous = this.lines.get(record.stored.id) ?? Promise.resolve();
    const stored = previous
      .then(() => (isLazy ? sleep(LAZY_MS, undefined, { signal }).catch(() => {}) : undefined))
      .then(() => {
        this.batches.delete(key);
        return this.write(record, pages);
      })
      .catch((error: unknown) => this.report(error))
      .finally(() => {
        if (this.lines.get(record.stored.id) === stored) this.lines.delete(record.stored.id);
      });
    this.batches.set(key, { record, pages, stored, hurry });
    this.lines.set(record.stored.id, stored);
    return stored;
  }

  private async write(record: ExtractorRecord, pages: readonly ReadPage[]): Promise<void> {
    const recorded = pages.filter(({ isRecorded }) => isRecorded);
    await this.recordValues(record, recorded);
    const { owner, stored, state } = record;
    const program = await this.records.program(owner, stored.id, state.version);
    const { windowPages } = this.options.extractors;
    const perPage = tokensOfPage(state);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const row = await this.store.runs(owner, stored.id);
      const before = row ? (JSON.parse(row.runs) as RunsState) : NO_RUNS;
      if (before.version > program.version) return; // pages of an older version, which was replaced meanwhile
      const next = withOutcomes(before, recorded, program, windowPages);
      const saved = {
        pages: before.saved.pages + pages.length,
        tokens: before.saved.tokens + pages.length * perPage,
      };
      const runs: RunsState = { ...next, saved };
      const texts = { runs: runsText(runs), saved: JSON.stringify(saved) };
      const result = await this.store.putRuns(
        owner,
        stored.id,
        texts,
        row?.revision ?? 0,
        this.records.bounds,
      );
      if (result === 'raced') continue;
      if (result === 'full') this.warnOfFull();
      if (recorded.length > 0) await this.look(record, runs, driftOf(runs, program, windowPages));
      return;
    }
  }

  private async look(
    { owner, stored }: ExtractorRecord,
    runs: RunsState,
    found: ReturnType<typeof driftOf>,
  ): Promise<void> {
    const known = await this.records.get(owner, stored.id);
    const { state } = known;
    if (found.length === 0 && state.drift.length === 0) return this.endTrial(owner, stored.id, runs);
    // What heals holds the lease: without it, its process has ended.
    const isHealing = state.health === 'healing' && (await this.leases.isHeld(stored.id));
    const isLost = state.health === 'healing' && !isHealing && isStale(state);
    if (found.length > 0) await this.messages.expect(known);
    let added: readonly DriftView[] = [];
    let kind: 'heal' | 'undo' | null = null;
    const updated = await this.records.update(
      owner,
      stored.id,
      (current) => {
        kind = null;
        added = [];
        if (current.state.version !== runs.version) return null;
        if (current.state.health === 'healing' && !isLost) return null;
        const change = changeDrift(current.state.drift, found, runs.window);
        added = change.added;
        if (added.length > 0 || (isLost && change.drift.length > 0)) kind = repairOf(current, runs);
        if (kind === null && !isLost && sameFields(change.drift, current.state.drift)) return null;
        const health = kind === null ? (change.drift.length > 0 ? 'drifted' : 'ok') : 'healing';
        const { messages } = added.reduce(
          (state, one) => withMessage(state, stored.id, 'drifted', factsOf(one, runs)),
          current.state,
        );
        return {
          drift: change.drift,
          health,
          messages,
          ...(kind === 'heal' ? { heals: nextHeal(current) } : {}),
        };
      },
      UNBOUNDED,
    );
    if (added.length > 0) await this.messages.expect(updated); // the mark may be gone: there was no message then
    for (const one of added) this.publishDrift(updated, one);
    if (kind !== null) this.listener(updated, kind);
  }

  private async endTrial(owner: string, id: string, { pages, version }: RunsState): Promise<void> {
    const { state } = await this.records.get(owner, id);
    if (state.trial?.version !== version || pages <= TRIAL_PAGES) return;
    await this.records.update(owner, id, () => ({ trial: null }), UNBOUNDED);
  }

  private publishDrift({ owner, stored, state }: ExtractorRecord, { template, fields }: DriftView): void {
    const facts = { owner, id: stored.id, name: stored.name, version: state.version, at: Date.now() };
    const paths = [...new Set(fields.map(({ path }) => path))];
    this.events.publish({ type: 'extractor-drifted', ...facts, template, fields: paths });
  }

  private async recordValues({ owner, stored }: ExtractorRecord, pages: readonly ReadPage[]): Promise<void> {
    const readable = pages.filter(({ result }) => Object.keys(result.data).length > 0);
    if (readable.length === 0) return;
    const before = await this.store.recordedOf(
      owner,
      stored.id,
      readable.map(({ url }) => url),
    );
    const last = new Map(before.map((row) => [historyUrl(row.url), row]));
    const now = Date.now();
    const rows = readable.flatMap(({ url, result }): RecordedValues[] => {
      const known = last.get(historyUrl(url));
      const earlier = known ? (JSON.parse(known.values) as Record<string, unknown>) : {};
      const values = withinBytes({ ...earlier, ...result.data });
      if (values === null || (values === known?.values && now - known.at < FRESH_MS)) return [];
      return [{ url, at: now, values }];
    });
    if (rows.length > 0) await this.store.record(owner, stored.id, rows, this.records.valueBounds);
  }

  /** Drift is still found in the pages that are stored. */
  private warnOfFull(): void {
    if (Date.now() - this.toldAt < WARN_MS) return;
    this.toldAt = Date.now();
    this.logger.warn('Outcomes of extractors are not stored: the extractors of an owner, or of all, have no room left'); // prettier-ignore
  }

  private report(error: unknown): void {
    if (error instanceof UnavailableError || error instanceof NotFoundError) return; // an extractor that was removed has no outcomes
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Facts of a message: at most 10 of the pages that lack values. */
function factsOf({ template, fields }: DriftView, { window }: RunsState): object {
  const urls = window
    .filter((page) => page.template === template)
    .filter(({ observed }) => template === null || fields.some(({ path }) => observed[path] !== 'present'))
    .map(({ url }) => url)
    .slice(-10);
  return { template, fields, urls };
}

const keyOf = ({ stored, state }: ExtractorRecord): string => `${stored.id}:${state.version}`;

/** What is stored of a page: many may wait, and each may have a megabyte of values. */
function compact({ url, result, isRecorded }: ReadPage): ReadPage {
  const { template, valid, observed, data } = result;
  const kept = smallest(data);
  // a value that is not recorded replaces the last one, too
  const values = Object.fromEntries(Object.keys(data).map((name) => [name, kept[name]]));
  return { url, result: { template, valid, observed, data: values, missing: [], evidence: [] }, isRecorded };
}

/** The values as JSON, without the largest ones if they are too many; null if none remain. */
function withinBytes(values: Readonly<Record<string, unknown>>): string | null {
  const text = JSON.stringify(smallest(values));
  return text === '{}' ? null : text;
}

/** The values, without the largest ones if they are too many. */
function smallest(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (Buffer.byteLength(JSON.stringify(values)) <= MAX_VALUE_BYTES) return values;
  const entries = Object.entries(values)
    .map(([name, value]) => ({ name, value, bytes: Buffer.byteLength(JSON.stringify({ [name]: value })) }))
    .sort((a, b) => a.bytes - b.bytes);
  let sum = 2;
  const kept = entries.filter(({ bytes }) => (sum += bytes) <= MAX_VALUE_BYTES);
  return Object.fromEntries(kept.map(({ name, value }) => [name, value]));
}

function sameFields(a: readonly DriftView[], b: readonly DriftView[]): boolean {
  const text = (drift: readonly DriftView[]) =>
    JSON.stringify(drift.map(({ template, fields }) => [template, fields.map(({ path }) => path).sort()]));
  return text(a) === text(b) && driftedPaths(a).length === driftedPaths(b).length;
}

function repairOf({ state }: ExtractorRecord, runs: RunsState): 'heal' | 'undo' | null {
  const { trial, heal, heals } = state;
  if (trial !== null && trial.version === runs.version && runs.pages <= TRIAL_PAGES) return 'undo';
  if (heal === 'off') return null;
  return heals.day === today() && heals.count >= MAX_HEALS_A_DAY ? null : 'heal';
}

const today = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** Counts a repair of this day. */
export function nextHeal({ state: { heals } }: ExtractorRecord): ExtractorRecord['state']['heals'] {
  return { day: today(), count: heals.day === today() ? heals.count + 1 : 1 };
}
