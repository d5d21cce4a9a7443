import { ExtractionFailedError } from '../../model/errors.js';
import type { JsonSchema, ValueEvidence } from '../../model/extraction/extraction.js';
import { ownValue } from '../own-value.js';
import { shapeOf } from '../schema/schema-shape.js';
import { ValueFinder, type Place } from './find-value.js';

/** Text used for the extraction, and further page content shown to the model. */
interface ReadText {
  readonly text: string;
  /** Title, description and structured data, which have no position in the text. */
  readonly besides: string;
  readonly language: string | null;
}

const MAX_VALUES = 3_000;
/** Time limit for searching values in milliseconds; in texts of megabytes the last values remain unchecked. */
const MAX_SEARCH_MS = 3_000;
/** Maximum number of values; passing the evidence of more to the host is too expensive. */
const MAX_LEAVES = 50_000;
const MAX_DEPTH = 60;
const QUOTE_MARGIN = 60;
const MAX_QUOTE_CHARS = 400;

/**
 * Searches for each leaf value in the text used for the extraction.
 *
 * @param stated values from the structured data of the page, by JSON Pointer
 * @throws ExtractionFailedError if there are too many values
 */
export function collectEvidence(
  data: unknown,
  read: ReadText,
  stated: ReadonlyMap<string, string>,
  schema: JsonSchema | null,
): ValueEvidence[] {
  const leaves: Leaf[] = [];
  collectLeaves(data, '', schema, schema, leaves, 0);
  const inText = new ValueFinder(read.text, read.language);
  const besides = new ValueFinder(read.besides, read.language);
  const evidence: ValueEvidence[] = [];
  const endsAt = performance.now() + MAX_SEARCH_MS;
  for (const [at, { path, value, isJudgement }] of leaves.entries()) {
    const statedIn = statementOf(path, stated);
    const isLookedUp = at < MAX_VALUES && performance.now() < endsAt;
    const place = isLookedUp ? inText.find(value) : null;
    const isKnown = statedIn !== null || place !== null;
    const isFound = isKnown || (isLookedUp && besides.find(value) !== null);
    evidence.push({
      path,
      origin: statedIn === null ? 'model' : 'structured-data',
      statedIn,
      found: isFound ? 'yes' : isJudgement || !isLookedUp ? 'unchecked' : 'no',
      ...quoteAround(read.text, place),
    });
  }
  return evidence;
}

interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean;
  /** True if the page does not have to contain the value: booleans and enum values of the schema. */
  readonly isJudgement: boolean;
}

function collectLeaves(
  value: unknown,
  path: string,
  schema: unknown,
  root: JsonSchema | null,
  leaves: Leaf[],
  depth: number,
): void {
  if (value === null || value === undefined || value === '' || depth > MAX_DEPTH) return;
  const shape = root === null ? null : shapeOf(schema, root);
  if (typeof value !== 'object') {
    const isJudgement = typeof value === 'boolean' || shape?.values != null;
    leaves.push({ path, value: value as Leaf['value'], isJudgement });
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (leaves.length >= MAX_LEAVES) throw new ExtractionFailedError(`it has more than ${MAX_LEAVES} values`);
    const own = Array.isArray(value)
      ? shape?.items
      : (ownValue(shape?.properties, name) ?? shape?.additional);
    collectLeaves(inner, `${path}/${escapePointer(name)}`, own, root, leaves, depth + 1);
  }
}

/** Escapes a name for a JSON Pointer (RFC 6901). */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Statement for a path or the nearest enclosing list or object. */
function statementOf(path: string, stated: ReadonlyMap<string, string>): string | null {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const statement = stated.get(at);
    if (statement !== undefined) return statement;
  }
  return null;
}

function quoteAround(text: string, place: Place | null): Pick<ValueEvidence, 'quote' | 'start' | 'end'> {
  if (!place) return { quote: null, start: null, end: null };
  const start = startOfQuote(text, place.start);
  const end = Math.min(endOfQuote(text, place.end), start + Math.max(MAX_QUOTE_CHARS, place.end - start));
  return { quote: text.slice(start, end), start, end };
}

function startOfQuote(text: string, at: number): number {
  const from = Math.max(0, at - QUOTE_MARGIN);
  const line = text.lastIndexOf('\n', at - 1) + 1;
  if (line >= from) return line;
  const blank = text.indexOf(' ', from);
  return blank >= 0 && blank < at ? blank + 1 : from;
}

function endOfQuote(text: string, at: number): number {
  const to = Math.min(text.length, at + QUOTE_MARGIN);
  const line = text.indexOf('\n', at);
  if (line >= 0 && line <= to) return line;
  const blank = text.lastIndexOf(' ', to);
  return to === text.length || blank <= at ? to : blank;
}
