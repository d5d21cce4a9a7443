import type { ChunkOptions } from '../model/chunk.js';
import { InvalidRequestError, InvalidUrlError, type RequestProblem } from '../model/errors.js';
import type { PageRequest } from '../model/page-request.js';
import type { ScreenshotOptions } from '../model/screenshot-options.js';
import { acceptLanguage } from '../engine/accept-language.js';
import { checkHeaders } from '../engine/check-headers.js';
import { checkSelectors } from '../engine/selectors/compile-selectors.js';

/** Checks what types cannot: that the values of a request make sense. @throws InvalidRequestError naming the field */
export function validatePageRequest(request: PageRequest): void {
  if (typeof request.url !== 'string' || request.url.trim() === '') throw new InvalidUrlError('is required');
  checkSelectors([
    { path: ['includeSelectors'], selectors: request.includeSelectors ?? [] },
    { path: ['excludeSelectors'], selectors: request.excludeSelectors ?? [] },
  ]);
  checkHeaders(request.headers ?? {});
  checkHeaders({ 'Accept-Language': acceptLanguage(request.location) ?? '' }, ['location']);
  const problems = [
    ...durationProblems(request),
    ...chunkProblems(request.maxChunkTokens, 'maxChunkTokens'),
    ...pictureProblems(request.screenshotOptions),
  ];
  if (problems.length > 0) throw new InvalidRequestError(problems);
}

function durationProblems({ timeoutMs, waitForMs }: PageRequest): RequestProblem[] {
  return [
    ...(timeoutMs !== undefined && !(timeoutMs > 0) ? [problem('timeoutMs', 'must be more than 0')] : []),
    ...(waitForMs !== undefined && !(waitForMs >= 0) ? [problem('waitForMs', 'must not be negative')] : []),
  ];
}

/** Smaller chunks are hardly a sentence, larger ones hardly a chunk. */
const CHUNK_TOKENS = { least: 32, most: 100_000 };

/** @throws InvalidRequestError */
export function checkChunkOptions({ maxTokens }: ChunkOptions): void {
  const problems = chunkProblems(maxTokens, 'maxTokens');
  if (problems.length > 0) throw new InvalidRequestError(problems);
}

function chunkProblems(maxTokens: number | undefined, field: string): RequestProblem[] {
  const { least, most } = CHUNK_TOKENS;
  const isRight = maxTokens === undefined || (maxTokens >= least && maxTokens <= most);
  return isRight ? [] : [problem(field, `must be ${least} to ${most}`)];
}

const QUALITY = { least: 1, most: 100 };
const PICTURE_PIXELS = { least: 1, most: 10_000 };

function pictureProblems({ quality, viewport }: ScreenshotOptions = {}): RequestProblem[] {
  const numbers = [
    { name: 'quality', value: quality, ...QUALITY },
    { name: 'viewport.width', value: viewport?.width, ...PICTURE_PIXELS },
    { name: 'viewport.height', value: viewport?.height, ...PICTURE_PIXELS },
  ];
  return numbers
    .filter(
      ({ value, least, most }) =>
        value !== undefined && !(Number.isInteger(value) && value >= least && value <= most),
    )
    .map(({ name, least, most }) => problem(`screenshotOptions.${name}`, `must be ${least} to ${most}`));
}

function problem(field: string, message: string): RequestProblem {
  return { path: [field], message: `${field} ${message}` };
}
