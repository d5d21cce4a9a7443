import { isModestJson } from '../../web/json-structure.js';
import { ExtractionFailedError } from '../../model/errors.js';
import type { ModelAnswer } from '../../ports/language-model.port.js';

interface Completion {
  readonly model?: unknown;
  readonly choices?: unknown;
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
}

interface Choice {
  readonly finish_reason?: unknown;
  readonly message?: { readonly content?: unknown; readonly refusal?: unknown } | null;
  /** Present in a stream that was not requested. */
  readonly delta?: { readonly content?: unknown } | null;
}

/**
 * Reads the answer of an endpoint. Some endpoints stream although the request does not enable it.
 *
 * @throws ExtractionFailedError if it contains no answer
 */
export function readCompletion(body: string, model: string): ModelAnswer {
  const parts = readParts(body);
  const choices = parts.map(firstChoice);
  const text = choices.map(textOf).join('');
  if (text.trim() === '') throw new ExtractionFailedError(emptyReason(choices));
  const usage = parts.map((part) => part?.usage).findLast((part) => !!part) ?? {};
  const named = parts.find((part) => typeof part?.model === 'string')?.model as string | undefined;
  return {
    text,
    isTruncated: choices.some((choice) => choice?.finish_reason === 'length'),
    model: named ?? model,
    usage: {
      calls: 1,
      promptTokens: count(usage.prompt_tokens),
      completionTokens: count(usage.completion_tokens),
    },
  };
}

/** Parses the events of a stream, or a single object. */
function readParts(body: string): Completion[] {
  const events = /^data:/m.test(body)
    ? body.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
    : [body];
  return events.filter((event) => event !== '[DONE]' && event !== '').map(parseEvent);
}

function parseEvent(event: string): Completion {
  if (!isModestJson(event)) throw notJson();
  try {
    return JSON.parse(event) as Completion;
  } catch (error) {
    throw notJson({ cause: error });
  }
}

function notJson(options?: ErrorOptions): ExtractionFailedError {
  return new ExtractionFailedError("the model's endpoint did not answer in JSON", options);
}

function firstChoice(part: Completion | null): Choice | undefined {
  return Array.isArray(part?.choices) ? (part.choices[0] as Choice | undefined) : undefined;
}

function textOf(choice: Choice | undefined): string {
  const content = choice?.message?.content ?? choice?.delta?.content;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : ''))
    .join('');
}

function emptyReason(choices: readonly (Choice | undefined)[]): string {
  if (choices.some((choice) => choice?.message?.refusal)) return 'the model refused to answer';
  return 'the model gave no answer';
}

function count(tokens: unknown): number {
  return typeof tokens === 'number' && Number.isFinite(tokens) ? tokens : 0;
}
