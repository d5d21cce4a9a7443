import { parseAnswer } from '../../../extraction/asking/parse-answer.js';
import type { Judgment, MeaningfulChange } from '../../../model/monitor/check.js';
import type { JudgedChange } from './judge-question.js';

const CONFIDENCES = ['high', 'medium', 'low'] as const;
const TYPES = ['added', 'removed', 'changed'] as const;
const MAX_CHANGES = 50;
const MAX_REASON_CHARS = 2_000;
const MAX_QUOTE_CHARS = 2_000;

/**
 * Reads the answer of a model. Changes whose quotes do not occur in the texts are dropped.
 * @returns null if it is not a judgement
 */
export function readJudgment(answer: string, texts: Pick<JudgedChange, 'before' | 'after'>): Judgment | null {
  const value = parseAnswer(answer);
  if (!isRecord(value) || typeof value['meaningful'] !== 'boolean') return null;
  const { meaningful, confidence, reason, meaningfulChanges } = value;
  const changes = Array.isArray(meaningfulChanges) ? meaningfulChanges.slice(0, MAX_CHANGES) : [];
  return {
    meaningful,
    confidence: oneOf(CONFIDENCES, confidence) ?? 'low',
    reason: shortText(reason),
    meaningfulChanges: changes.flatMap((change) => readChange(change, texts) ?? []),
  };
}

/** A judgement of a part of a change. That nothing in it matters says nothing about the rest, which is reported then. */
export function ofPart(judgment: Judgment): Judgment {
  if (judgment.meaningful) return judgment;
  const reason = `Only a part of the change was judged, the rest is too long. Of that part: ${judgment.reason}`;
  return { ...judgment, meaningful: true, confidence: 'low', reason: reason.slice(0, MAX_REASON_CHARS) };
}

function readChange(
  change: unknown,
  { before, after }: Pick<JudgedChange, 'before' | 'after'>,
): MeaningfulChange | null {
  if (!isRecord(change)) return null;
  const type = oneOf(TYPES, change['type']);
  const quotes = { before: quoteOf(change['before']), after: quoteOf(change['after']) };
  if (type === null || quotes.before === undefined || quotes.after === undefined) return null;
  if (quotes.before === null && quotes.after === null) return null;
  if (quotes.before !== null && !before.includes(quotes.before)) return null;
  if (quotes.after !== null && !after.includes(quotes.after)) return null;
  return { type, before: quotes.before, after: quotes.after, reason: shortText(change['reason']) };
}

/** Undefined if it is not a quote. */
function quoteOf(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return undefined;
  return value.trim() === '' ? null : value.slice(0, MAX_QUOTE_CHARS);
}

const shortText = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, MAX_REASON_CHARS) : '';

const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | null =>
  words.find((word) => word === value) ?? null;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
