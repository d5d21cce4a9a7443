import type { JsonSchema, ModelUsage } from '../extraction/extraction.js';
import type { PageRequest } from '../page/page-request.js';
import type { DriftedField } from './extractor-drift.js';
import type { LearnedPage, RefusedField } from './extractor-learning.js';
import type { ExampleSource, UnlearnedField } from './extractor-program.js';
import type { ExtractorEvidence, MissingField } from './extractor-run.js';

/** All sources, in order of trust. */
export const EXAMPLE_SOURCES: readonly ExampleSource[] = ['values', 'stated', 'model'];

/**
 * Repair of an extractor that drifts: none, from recorded values, or also by a model, which is asked on 4 pages for the fields that those do
 * not heal.
 */
export type HealMode = 'off' | 'history' | 'model';

export const HEAL_MODES: readonly HealMode[] = ['off', 'history', 'model'];

/** Events of extractors that a webhook receives. */
export const EXTRACTOR_EVENTS = ['drifted', 'healed', 'heal-refused'] as const;

export type ExtractorEventName = (typeof EXTRACTOR_EVENTS)[number];

/** Receiver of messages about an extractor. */
export interface ExtractorWebhook {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with each message. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** @default all events */
  readonly events?: readonly ExtractorEventName[];
}

/** A page to learn from. */
export interface ExamplePage {
  readonly url: string;
  /** Values of fields of this page. */
  readonly data?: unknown;
  /** HTML of the page. @default the page is fetched */
  readonly html?: string;
}

/** Page options of an extractor: those of its learning pages, of runs without options of their own, and of healing. */
export type ExtractorPageOptions = Omit<
  PageRequest,
  'url' | 'owner' | 'formats' | 'extraction' | 'track' | 'onModelFailure' | 'timings'
>;

/** A learned field. */
export interface FieldView {
  readonly path: string;
  /** Number of its locators. */
  readonly locators: number;
  /** Number of pages that confirm them. */
  readonly support: number;
  readonly sources: readonly ExampleSource[];
  readonly optional: boolean;
}

/** A learned template. */
export interface TemplateView {
  readonly id: string;
  readonly pages: number;
  readonly fields: readonly FieldView[];
  readonly missing: readonly UnlearnedField[];
}

/** Loss of fields of a template. */
export interface DriftView {
  /** Null for pages of no known template. */
  readonly template: string | null;
  /** ISO 8601. */
  readonly since: string;
  readonly fields: readonly DriftedField[];
}

/** Result of the last repair. */
export interface HealView {
  /** ISO 8601. */
  readonly at: string;
  /** Versions before and after. */
  readonly from: number;
  readonly to: number;
  readonly healed: readonly string[];
  readonly refused: readonly RefusedField[];
}

export type VersionCause = 'learned' | 'extended' | 'healed' | 'rolled-back' | 'imported';

/** A stored version of a program. */
export interface ExtractorVersion {
  readonly version: number;
  readonly cause: VersionCause;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** An extractor without its program. */
export interface ExtractorView {
  readonly id: string;
  readonly name: string | null;
  readonly status: 'learning' | 'ready' | 'failed';
  readonly health: 'ok' | 'drifted' | 'healing';
  /** Version of its program; 0 before it was learned. */
  readonly version: number;
  readonly schema: JsonSchema;
  readonly prompt: string | null;
  readonly heal: HealMode;
  readonly templates: readonly TemplateView[];
  readonly learning: { readonly pages: readonly LearnedPage[] };
  readonly drift: readonly DriftView[];
  readonly lastHeal: HealView | null;
  /** Usage of the model for learning and healing. */
  readonly usage: ModelUsage;
  /** Pages read without a model, and the tokens that a model would have used for them. */
  readonly saved: { readonly pages: number; readonly tokens: number };
  readonly warnings: readonly string[];
  /** Null unless the status is `failed`, or the last learning of further pages failed. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Data of one page, read by an extractor. */
export interface ExtractorPageResult<T = unknown> {
  readonly url: string;
  readonly version: number;
  /** Template of the page; null if it is of none. */
  readonly template: string | null;
  readonly data: Partial<T>;
  /** True if all required fields have values. */
  readonly valid: boolean;
  readonly missing: readonly MissingField[];
  readonly evidence: readonly ExtractorEvidence[];
  readonly warning?: string;
  /** Reason why the page could not be read; absent if it was. */
  readonly error?: string;
}

/** Pages of a job that were read with extractors. */
export interface ExtractorJobCounts {
  /** Pages read without a model. */
  readonly pages: number;
  readonly modelPages: number;
  /** Tokens used by the model. */
  readonly tokens: number;
  readonly tokensSaved: number;
}
