import { EXTRACTOR_BOUNDS, type ExtractorProgram, type FieldProgram, type TemplateProgram } from '../../model/extractor/extractor-program.js'; // prettier-ignore
import { InvalidRequestError } from '../../model/errors.js';
import type {
  ExtractorPageOptions,
  ExtractorVersion,
  ExtractorView,
  ExtractorWebhook,
  FieldView,
  TemplateView,
} from '../../model/extractor/extractor-view.js';
import type { StoredExtractor } from '../../ports/stores/extractor-store.port.js';

import { NO_MESSAGES, type ExtractorMessageQueue } from './waiting-messages.js';

/** Versions that are kept of an extractor. */
export const MAX_VERSIONS = 10;
const MAX_WARNINGS = 20;
const MAX_WARNING_CHARS = 300;
const MAX_PROBLEMS = 20;
const MAX_FIELDS = 1_000;

/** Stored state of an extractor. */
export interface ExtractorState extends Omit<ExtractorView, 'id' | 'name' | 'createdAt' | 'saved'> {
  readonly webhook: ExtractorWebhook | null;
  readonly page: ExtractorPageOptions;
  readonly versions: readonly ExtractorVersion[];
  /** Pages that a model has read for it: the mean of their tokens is saved by each page that it reads. */
  readonly modelPages: number;
  /** Site of an extractor that jobs learn by themselves; null for others. */
  readonly auto: { readonly host: string } | null;
  /** Repairs of a day, as milliseconds of its start. */
  readonly heals: { readonly day: number; readonly count: number };
  /** A repair that is observed: it is undone if it drifts within the first pages. */
  readonly trial: { readonly version: number; readonly from: number } | null;
  /** Attempts at the learning job that is stored. */
  readonly attempts: number;
  /** Webhook messages that were not delivered yet. */
  readonly messages: ExtractorMessageQueue;
  /** True to cancel healing once the owner has no valid stored key. */
  readonly needsKey: boolean;
}

/** An extractor with its state. */
export interface ExtractorRecord {
  readonly owner: string;
  readonly stored: StoredExtractor;
  readonly state: ExtractorState;
}

export const NO_USAGE = { calls: 0, promptTokens: 0, completionTokens: 0 };

/** State of a new extractor. */
export function newState(
  fields: Pick<ExtractorState, 'schema' | 'prompt' | 'heal' | 'webhook' | 'page' | 'needsKey'> &
    Partial<ExtractorState>,
): ExtractorState {
  return {
    status: 'learning',
    health: 'ok',
    version: 0,
    templates: [],
    learning: { pages: [] },
    drift: [],
    lastHeal: null,
    usage: NO_USAGE,
    warnings: [],
    error: null,
    updatedAt: new Date().toISOString(),
    versions: [],
    modelPages: 0,
    auto: null,
    heals: { day: 0, count: 0 },
    trial: null,
    attempts: 0,
    messages: NO_MESSAGES,
    ...fields,
  };
}

/** Size of a stored state in bytes. */
export const MAX_STATE_BYTES = 262_144;
/** Maximum size of the input of an owner, in bytes. The rest of the state is for the results of learning and healing. */
export const MAX_INPUT_BYTES = MAX_STATE_BYTES - 65_536;

/** @throws InvalidRequestError if the input of the owner is too large */
export function checkInput({ schema, prompt, page, webhook }: ExtractorState): void {
  if (Buffer.byteLength(JSON.stringify({ schema, prompt, page, webhook })) > MAX_INPUT_BYTES)
    throw tooLarge(MAX_INPUT_BYTES);
}

/**
 * A state as stored. Where it is too large, it has no reports of learning pages, then no details of templates, then no report of the last
 * repair, then only the newest messages, and then only the first drifted fields of each template, without a reason of the last failure.
 * @throws InvalidRequestError if the input of the owner is too large
 */
export function stateText(state: ExtractorState): string {
  for (const one of shorterStates(bounded(state))) {
    const text = JSON.stringify(one);
    if (Buffer.byteLength(text) <= MAX_STATE_BYTES) return text;
  }
  throw tooLarge(MAX_STATE_BYTES);
}

function* shorterStates(whole: ExtractorState): Generator<ExtractorState> {
  yield whole;
  const reported = {
    ...whole,
    learning: { pages: [] },
    warnings: [...whole.warnings.slice(0, 3), SHORTENED],
  };
  const bare = {
    ...reported,
    templates: whole.templates.map((template) => ({ ...template, fields: [], missing: [] })),
  };
  yield reported;
  yield bare;
  const unhealed = { ...bare, lastHeal: null };
  yield unhealed;
  let last: ExtractorState = unhealed;
  const { messages } = whole;
  for (let dropped = 1; dropped <= messages.waiting.length; dropped++) {
    const newest = { ...messages, tries: 0, dueAt: 0, waiting: messages.waiting.slice(dropped) };
    yield (last = { ...unhealed, warnings: [SHORTENED, UNSENT], messages: newest });
  }
  for (const most of [10, 1, 0]) {
    const drift = whole.drift.map((one) => ({ ...one, fields: one.fields.slice(0, most) }));
    yield (last = { ...last, drift: drift.filter(({ fields }) => fields.length > 0) });
  }
  yield { ...last, error: null };
}

const tooLarge = (most: number): InvalidRequestError =>
  InvalidRequestError.at([], { code: 'contradiction', reason: `schema, prompt, page options and webhook have more than ${most} bytes together` }); // prettier-ignore

const UNSENT = 'Messages that the webhook did not take were dropped: there was no room for them';
const SHORTENED = 'The reports of the learning pages are too long to be stored';

/** Removes what exceeds the limits of stored states. */
function bounded(state: ExtractorState): ExtractorState {
  const { warnings, learning } = state;
  return {
    ...state,
    warnings: warnings.slice(0, MAX_WARNINGS).map((warning) => warning.slice(0, MAX_WARNING_CHARS)),
    learning: {
      pages: learning.pages.map((page) => ({ ...page, problems: page.problems.slice(0, MAX_PROBLEMS) })),
    },
  };
}

/** A process that was to heal and has ended is not waited for any longer. */
const STALE_MS = 120_000;

/** True if the state has not changed for a long time: the process that changed it may have ended. */
export const isStale = ({ updatedAt }: Pick<ExtractorState, 'updatedAt'>): boolean =>
  Date.now() - Date.parse(updatedAt) > STALE_MS;

/** Mean tokens of a page that a model has read; 0 if none was. */
export function tokensOfPage({ usage, modelPages }: Pick<ExtractorState, 'usage' | 'modelPages'>): number {
  return modelPages === 0 ? 0 : Math.round((usage.promptTokens + usage.completionTokens) / modelPages);
}

/** Templates of a program without their locators. */
export function templatesOf({ templates }: Pick<ExtractorProgram, 'templates'>): readonly TemplateView[] {
  return templates.slice(0, EXTRACTOR_BOUNDS.templates).map(({ id, pages, fields, missing }) => ({
    id,
    pages,
    fields: viewsOf(fields).slice(0, MAX_FIELDS),
    missing: missing.slice(0, MAX_FIELDS),
  }));
}

function viewsOf(fields: readonly FieldProgram[]): FieldView[] {
  return fields.flatMap((field) => {
    const { path, support, sources, required } = field;
    const locators = 'items' in field ? field.items.length : field.locators.length;
    const view = {
      path,
      locators,
      support: support.pages,
      sources,
      optional: !required || support.absent > 0,
    };
    return [view, ...('items' in field ? viewsOf(field.fields) : [])];
  });
}

/** All fields of a template, those of items too. */
export function fieldsOf({ fields }: Pick<TemplateProgram, 'fields'>): FieldProgram[] {
  return fields.flatMap((field) => [field, ...('items' in field ? fieldsOf(field) : [])]);
}
