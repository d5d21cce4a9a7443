/** Amounts that an owner uses in a day. */
export interface UsageAmounts {
  /** Pages that were read. */
  readonly pages: number;
  /** Bytes of responses, as sent over the wire. */
  readonly bytes: number;
  /** Time of the browser in milliseconds, without its queue. */
  readonly browserMs: number;
  /** Tokens of prompts and answers of the language model. */
  readonly tokens: number;
}

export type UsageResource = keyof UsageAmounts;

export const USAGE_RESOURCES: readonly UsageResource[] = ['pages', 'bytes', 'browserMs', 'tokens'];

export const NO_USAGE: UsageAmounts = { pages: 0, bytes: 0, browserMs: 0, tokens: 0 };

/** Usage of an owner since the start of its day. A day starts with the first use and lasts 24 hours. */
export interface UsageOfDay extends UsageAmounts {
  /** Start of the day in milliseconds since the epoch; 0 if no day has started. */
  readonly since: number;
  /** Time until the day ends, in milliseconds; 0 if no day has started. */
  readonly resetsInMs: number;
}

/** Limits of a day; Infinity: no limit. */
export type DayLimits = Readonly<Record<UsageResource, number>>;

/** Usage of one resource, in the unit of its limit. */
export interface ResourceUsage {
  readonly used: number;
  /** Null if there is no limit. */
  readonly limit: number | null;
}

/** Usage of an owner in its day, with the limits that apply. */
export interface OwnerUsage {
  readonly pages: ResourceUsage;
  readonly bytes: ResourceUsage;
  readonly browserSeconds: ResourceUsage;
  readonly tokens: ResourceUsage;
  /** Time until the day ends, in milliseconds; 0 if no day has started. */
  readonly resetsInMs: number;
}

/** The first resource with too little left for an operation that reads `pages` pages; null if there is none. */
export function exhausted(used: UsageAmounts, limits: DayLimits, pages = 0): UsageResource | null {
  if (used.pages + Math.max(1, pages) > limits.pages) return 'pages';
  return USAGE_RESOURCES.find((name) => name !== 'pages' && used[name] >= limits[name]) ?? null;
}

/** The sum of two amounts. */
export function sumOfUsage(one: UsageAmounts, other: Partial<UsageAmounts>): UsageAmounts {
  const { pages = 0, bytes = 0, browserMs = 0, tokens = 0 } = other;
  return {
    pages: one.pages + pages,
    bytes: one.bytes + bytes,
    browserMs: one.browserMs + browserMs,
    tokens: one.tokens + tokens,
  };
}
