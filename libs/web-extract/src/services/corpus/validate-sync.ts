import { InvalidRequestError, type RequestProblem } from '../../model/errors.js';
import type { CorpusSink, SyncOptions, SyncRequest } from '../../model/corpus.js';
import { problemAt } from '../../model/problems/request-problem.js';
import type { ProblemPath, ValidationIssue } from '../../model/problems/validation-issue.js';
import { checkChunkOptions } from '../validate-page-request.js';

const MAX_NAME_CHARS = 256;
/** Tags of monitors. */
const RESERVED = 'monitor:';
/** Timers are limited to 32 bits. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws InvalidRequestError naming the field */
export function validateSync(
  { crawl, tag, chunks, signature = '' }: SyncRequest,
  { name, transaction }: CorpusSink,
  { guard, sinkTimeoutMs }: SyncOptions,
): void {
  const isReserved = typeof tag === 'string' && tag.toLowerCase().startsWith(RESERVED);
  const problems = [
    ...nameProblems(['tag'], tag),
    ...nameProblems(['sink', 'name'], name),
    ...(transaction === undefined || transaction === true || transaction === 'own'
      ? []
      : [fault(['sink', 'transaction'], { code: 'contradiction', reason: "must be true or 'own'" })]),
    ...(isReserved ? [fault(['tag'], { code: 'contradiction', reason: `must not start with ${RESERVED}` })] : []),
    ...(typeof signature === 'string' && signature.length <= MAX_NAME_CHARS
      ? []
      : [fault(['signature'], { code: 'chars', most: MAX_NAME_CHARS })]),
    ...(typeof crawl === 'object' && crawl !== null ? [] : [fault(['crawl'], { code: 'required' })]),
    ...rangeProblems(['guard', 'maxRemovedShare'], guard?.maxRemovedShare, { least: 0, most: 1 }),
    ...rangeProblems(['sinkTimeoutMs'], sinkTimeoutMs, { least: 1, most: MAX_TIMEOUT_MS }),
  ]; // prettier-ignore
  if (problems.length > 0) throw new InvalidRequestError(problems);
  checkChunkOptions(chunks ?? {});
}

function nameProblems(path: ProblemPath, name: unknown): RequestProblem[] {
  const isRight = typeof name === 'string' && name.trim() !== '' && name.length <= MAX_NAME_CHARS;
  return isRight ? [] : [fault(path, { code: 'text', mostChars: MAX_NAME_CHARS })];
}

function rangeProblems(
  path: ProblemPath,
  value: number | undefined,
  range: { readonly least: number; readonly most: number },
): RequestProblem[] {
  const isRight = value === undefined || (value >= range.least && value <= range.most);
  return isRight ? [] : [fault(path, { code: 'range', ...range })];
}

const fault = (path: ProblemPath, issue: ValidationIssue): RequestProblem => problemAt(path, issue);
