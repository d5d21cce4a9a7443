import type {
  CheckPageStatus,
  CheckStatus,
  MonitorCheck,
  MonitorCheckPage,
  MonitorMessage,
  PageState,
} from '../../model/monitor/check.js';
import type { Monitor, MonitorHead, MonitorTarget } from '../../model/monitor/monitor.js';
import type { WebhookOutbox } from './webhook-outbox.port.js';

/** A monitor with the number of its changes. */
export interface StoredMonitor {
  readonly monitor: MonitorHead;
  /** Increases with each change. */
  readonly revision: number;
}

/** Consecutive entries of a list. */
export interface ListRange {
  readonly offset: number;
  readonly limit: number;
}

/** Limits of stored monitors. Bytes are those of a monitor with its targets as JSON text in UTF-8. */
export interface MonitorLimits {
  readonly maxPerOwner: number;
  readonly maxBytesPerOwner: number;
  /** Of all owners. */
  readonly maxBytes: number;
}

/** The limit that a monitor would exceed. */
export type MonitorRefusal = keyof MonitorLimits;

/** Consecutive monitors. The range ends before the monitor that would exceed `maxBytes`; it has one at least. */
export interface MonitorsRange extends ListRange {
  readonly maxBytes: number;
}

/** A part of a list of monitors. */
export interface MonitorsPart {
  readonly monitors: readonly Monitor[];
  readonly hasMore: boolean;
}

/** New targets of a monitor, which are stored if the limits of bytes allow it. */
export interface TargetsWrite {
  readonly targets: readonly MonitorTarget[];
  readonly limits: MonitorLimits;
}

/** One atomic change of a monitor and its checks. */
export interface MonitorWrite {
  readonly monitor: MonitorHead;
  /** @default the stored ones are kept */
  readonly replaced?: TargetsWrite;
  /** The change is made only if this is the revision of the stored monitor. */
  readonly expectedRevision: number;
  /** Time when the monitor is due; null: never. */
  readonly dueAt: number | null;
  /**
   * Checks to store or replace. Those that are queued or running can be taken, the others cannot. New open ones get the targets of the
   * monitor, which later changes of the monitor do not affect; the targets of ended ones are deleted.
   */
  readonly checks?: readonly MonitorCheck[];
  /** The change is made only by the holder of this lease. */
  readonly task?: CheckTask;
  readonly outgoing?: Outgoing | null;
}

/** Messages to append to the outbox of a monitor. */
export interface Outgoing {
  /** Host and port of the webhook URL. */
  readonly receiver: string;
  readonly messages: readonly Omit<MonitorMessage, 'position'>[];
  readonly limits: OutboxLimits;
}

/** Limits of waiting messages. Bytes are those of the messages as JSON text in UTF-8. */
export interface OutboxLimits {
  /** Of all monitors of an owner. */
  readonly maxMessagesPerOwner: number;
  /** Of all monitors of an owner. */
  readonly maxBytesPerOwner: number;
  /** Of all owners. */
  readonly maxBytes: number;
}

/** Messages of a monitor that were dropped because of the limits of the outbox. */
export interface DroppedMessages {
  readonly monitorId: string;
  readonly owner: string;
  readonly messages: number;
}

/** A stored change. */
export interface MonitorStored {
  readonly dropped: readonly DroppedMessages[];
}

/** A monitor that is due. */
export interface DueMonitor {
  readonly id: string;
  readonly dueAt: number;
}

/** A leased check. */
export interface CheckTask {
  readonly checkId: string;
  readonly monitorId: string;
  readonly owner: string;
  readonly lease: string;
}

/** Results of a part of a check. */
export interface CheckRecord {
  readonly check: MonitorCheck;
  /** New targets of the check. @default the stored ones are kept */
  readonly targets?: readonly MonitorTarget[];
  /** Position of the first page in the check. */
  readonly from: number;
  readonly pages: readonly MonitorCheckPage[];
  /** Visits to store, by page key. */
  readonly states: Readonly<Record<string, PageState>>;
  readonly outgoing: Outgoing | null;
}

/** Numbers of stored visits: of pages of the monitors of one owner, and of all owners. */
export interface StateCounts {
  readonly owner: number;
  readonly all: number;
}

/** Consecutive pages of a check. */
export interface PagesRange {
  readonly from: number;
  readonly count: number;
  /** Ends before the page that would exceed this number of bytes as JSON text in UTF-8; the range has one page at least. */
  readonly maxBytes: number;
  /** @default any status */
  readonly status?: CheckPageStatus;
}

/**
 * Stores monitors, their checks and the pages of these. Safe for concurrent processes.
 *
 * Every method is atomic. Throws UnavailableError if the store is full or unreachable, without partial changes.
 */
export abstract class MonitorStore {
  /**
   * Webhook messages of monitors: `crawlId` of a task is the id of the monitor.
   *
   * Appended messages that exceed a limit of an owner displace its oldest waiting ones, also those of other monitors; those that
   * exceed the limit of all owners displace the oldest of the owner with the most bytes. A message above `maxBytesPerOwner` is dropped itself.
   */
  abstract readonly outbox: WebhookOutbox;

  /**
   * Creates a monitor within the limits; durable once the promise resolves.
   * @returns the limit that it would exceed, if there is one
   */
  abstract create(monitor: Monitor, dueAt: number | null, limits: MonitorLimits): Promise<MonitorRefusal | null>; // prettier-ignore

  abstract find(id: string): Promise<StoredMonitor | null>;

  /** The targets of a monitor; null if it is unknown. */
  abstract targets(id: string): Promise<readonly MonitorTarget[] | null>;

  /** Returns the monitors of an owner, the newest first. */
  abstract list(owner: string, range: MonitorsRange): Promise<MonitorsPart>;

  /** Returns the monitors of an owner without their targets, the newest first. */
  abstract heads(owner: string, range: ListRange): Promise<readonly MonitorHead[]>;

  /** Owners of monitors. */
  abstract owners(): Promise<readonly string[]>;

  /**
   * Changes a monitor; durable once the promise resolves.
   * @returns null if it has another revision, or the lease was lost; the limit that new targets would exceed
   */
  abstract write(change: MonitorWrite): Promise<MonitorStored | MonitorRefusal | null>;

  /** Deletes a monitor with its checks, pages, visits and messages. @returns false if there is no such monitor */
  abstract remove(id: string): Promise<boolean>;

  /** Returns monitors that are due, the longest waiting first. */
  abstract due(nowMs: number, count: number): Promise<readonly DueMonitor[]>;

  /** Earliest time when a monitor is due. */
  abstract nextDueAt(): Promise<number | null>;

  abstract findCheck(id: string): Promise<MonitorCheck | null>;

  /** The targets of an open check; none if it is over or unknown. */
  abstract checkTargets(id: string): Promise<readonly MonitorTarget[]>;

  /** Returns the checks of a monitor, the newest first. */
  abstract checks(monitorId: string, range: ListRange & { readonly status?: CheckStatus }): Promise<readonly MonitorCheck[]>; // prettier-ignore

  /**
   * Leases a queued or running check that nobody works on, the longest waiting first. Those of `busyOwners` are skipped. An expired lease is
   * handed out again.
   */
  abstract takeCheck(leaseMs: number, busyOwners?: readonly string[]): Promise<CheckTask | null>;

  /** Extends leases to `leaseMs` from now. @returns the tasks whose lease was lost */
  abstract renewChecks(tasks: readonly CheckTask[], leaseMs: number): Promise<readonly CheckTask[]>;

  /** Releases a check that is not finished; it is not leased again for `waitMs`. */
  abstract releaseCheck(task: CheckTask, waitMs: number): Promise<void>;

  /** Stores a part of the results of a check. A repeated call replaces the pages. @returns null if the lease was lost */
  abstract record(task: CheckTask, record: CheckRecord): Promise<MonitorStored | null>;

  /** Pages in order. @returns whether there are more */
  abstract pages(checkId: string, range: PagesRange): Promise<{ readonly pages: readonly MonitorCheckPage[]; readonly hasMore: boolean }>; // prettier-ignore

  /** Visits by page key; absent for unknown pages. */
  abstract states(monitorId: string, keys: readonly string[]): Promise<Readonly<Record<string, PageState>>>;

  /** Iterates over the visits of all pages of a monitor. */
  abstract eachState(monitorId: string): AsyncIterable<readonly (readonly [key: string, PageState])[]>;

  /** Counts the stored visits. */
  abstract countStates(owner: string): Promise<StateCounts>;

  /** Deletes the visits of a monitor whose last attempt was before a time. @returns their number */
  abstract removeStates(monitorId: string, beforeMs: number): Promise<number>;

  /** Message at a position of the outbox, or the next one after it. */
  abstract message(monitorId: string, position: number): Promise<MonitorMessage | null>;

  /** Deletes the finished checks of a monitor that were created before a time, or all but the newest `most`. @returns their number */
  abstract removeChecks(monitorId: string, beforeMs: number, most: number): Promise<number>;

  /** Deletes the pages of the oldest checks of an owner until at most `maxBytes` are stored. @returns the number of checks without pages */
  abstract limitPages(owner: string, maxBytes: number): Promise<number>;
}
