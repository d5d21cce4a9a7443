import { setImmediate as nextTurn } from 'node:timers/promises';
import { joinInSteps } from './join-in-steps.js';
import { ScriptReturn } from './page/script-return.js';

/** Characters written at a stretch, about a millisecond's work. */
const STEP_CHARS = 512 * 1024;
/** What anything but a long text counts for. */
const SMALL_CHARS = 64;

/** Whether writing an answer as JSON at once would hold up everybody else. */
export function isLargeAnswer(answer: unknown): boolean {
  return weightOf(answer, STEP_CHARS) > STEP_CHARS;
}

/**
 * Writes what `JSON.stringify` would, in steps between which everybody else has their turn.
 *
 * @param answer plain data, as controllers answer it
 */
export async function* jsonInSteps(answer: unknown): AsyncGenerator<Buffer> {
  let text = '';
  for (const part of partsOf(answer)) {
    text += part;
    if (text.length < STEP_CHARS) continue;
    yield Buffer.from(text);
    text = '';
    await nextTurn();
  }
  yield Buffer.from(text);
}

/** Encodes a long text in steps, as {@link jsonInSteps} does. */
export async function* textInSteps(text: string): AsyncGenerator<Buffer> {
  for (const slice of slicesOf(text)) {
    yield Buffer.from(slice);
    await nextTurn();
  }
}

/** Writes what `JSON.stringify` would as one buffer, a large value in steps. */
export async function jsonBuffer(value: unknown): Promise<Buffer> {
  if (!isLargeAnswer(value)) return Buffer.from(JSON.stringify(value));
  const parts: Buffer[] = [];
  for await (const part of jsonInSteps(value)) parts.push(part);
  const { buffer } = await joinInSteps(parts);
  return Buffer.from(buffer);
}

/** The text of the JSON in parts of which none is much longer than a step. */
function* partsOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > STEP_CHARS) yield* partsOfText(value);
  else if (value instanceof ScriptReturn) yield* partsOfReturn(value);
  else if (!isContainer(value) || weightOf(value, STEP_CHARS) <= STEP_CHARS)
    yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* partsOfList(value);
  else yield* partsOfObject(value);
}

function* partsOfText(text: string): Generator<string> {
  yield '"';
  // Halves of a pair that a cut parts are written as escapes, which are read as the pair again.
  for (let at = 0; at < text.length; at += STEP_CHARS)
    yield JSON.stringify(text.slice(at, at + STEP_CHARS)).slice(1, -1);
  yield '"';
}

/** The JSON text of a value as it is. */
function* partsOfReturn({ type, json }: ScriptReturn): Generator<string> {
  yield `{"type":${JSON.stringify(type)},"value":`;
  yield* slicesOf(json);
  yield '}';
}

/** A text in slices that part no surrogate pair. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = at + STEP_CHARS;
    const isPairParted = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    yield text.slice(at, isPairParted ? end + 1 : end);
    at = isPairParted ? end + 1 : end;
  }
}

function* partsOfList(items: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [at, item] of items.entries()) {
    if (at > 0) yield ',';
    yield* partsOf(item);
  }
  yield ']';
}

function* partsOfObject(fields: object): Generator<string> {
  let mark = '{';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield `${mark}${JSON.stringify(name)}:`;
    yield* partsOf(value);
    mark = ',';
  }
  yield mark === '{' ? '{}' : '}';
}

/** Lists and plain objects. Others, a stream for example, are not looked into. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);
}

/** About the characters of a value; counted only until it is more than `most`. */
function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof ScriptReturn) return value.json.length;
  if (!isContainer(value)) return SMALL_CHARS;
  let weight = SMALL_CHARS;
  for (const name in value) {
    weight += weightOf((value as Record<string, unknown>)[name], most - weight);
    if (weight > most) break;
  }
  return weight;
}
