import type { ExtractionRequest } from '../model/extraction/extraction.js';
import type { ChunkOptions } from '../model/page/chunk.js';
import { InvalidRequestError, InvalidUrlError, type RequestProblem } from '../model/errors.js';
import type { PageFormat } from '../model/formats/page-formats.js';
import { pageFormats } from '../model/formats/select-formats.js';
import type { PageRequest } from '../model/page/page-request.js';
import { TAG_SEPARATOR } from '../model/page/state-key.js';
import type { ValidationIssue } from '../model/problems/validation-issue.js';
import { problemAt } from '../model/problems/request-problem.js';
import type { ScreenshotOptions } from '../model/page/screenshot-options.js';
import { acceptLanguage } from '../web/headers/accept-language.js';
import { checkHeaders } from '../web/headers/check-headers.js';
import { checkSelectors } from '../convert/selectors/compile-selectors.js';

/** Checks what types cannot: that the values of a request make sense. @throws InvalidRequestError naming the field */
export function validatePageRequest(request: PageRequest): void {
  if (typeof request.url !== 'string' || request.url.trim() === '') throw new InvalidUrlError('is required');
  checkConversion(request);
  checkHeaders(request.headers ?? {});
  checkHeaders({ 'Accept-Language': acceptLanguage(request.location) ?? '' }, ['location']);
  const problems = [
    ...durationProblems(request),
    ...pictureProblems(request.screenshotOptions),
    ...trackingProblems(request),
  ];
  if (problems.length > 0) throw new InvalidRequestError(problems);
}

/** Validates the conversion options of a page or file. @throws InvalidRequestError naming the field */
export function checkConversion(wishes: ConversionSelectors): void {
  checkSelectors([
    { path: ['includeSelectors'], selectors: wishes.includeSelectors ?? [] },
    { path: ['excludeSelectors'], selectors: wishes.excludeSelectors ?? [] },
    { path: ['attributes'], selectors: (wishes.attributes ?? []).map(({ selector }) => selector) },
  ]);
  const problems = [...chunkProblems(wishes.maxChunkTokens, 'maxChunkTokens'), ...formatProblems(wishes)];
  if (problems.length > 0) throw new InvalidRequestError(problems);
}

type ConversionSelectors = Pick<
  PageRequest,
  | 'includeSelectors'
  | 'excludeSelectors'
  | 'attributes'
  | 'maxChunkTokens'
  | 'formats'
  | 'highlightsFor'
  | 'question'
  | 'extraction'
>;

const MAX_ATTRIBUTES = 100;
const MAX_QUERY_CHARS = 10_000;

/** Reports unknown formats, and those whose additional options are missing or invalid. */
function formatProblems({
  formats = [],
  attributes = [],
  highlightsFor,
  question,
  extraction,
}: ConversionSelectors): RequestProblem[] {
  const lacks = (format: PageFormat, isRight: boolean) => formats.includes(format) && !isRight;
  const unknown = formats.filter((format) => !Object.hasOwn(pageFormats, format));
  const isList = attributes.length >= 1 && attributes.length <= MAX_ATTRIBUTES;
  return [
    ...(unknown.length > 0
      ? [problem('formats', { code: 'contradiction', reason: unknownReason(unknown) })]
      : []),
    ...(lacks('attributes', isList)
      ? [problem('attributes', { code: 'list', least: 1, most: MAX_ATTRIBUTES })]
      : []),
    ...(lacks('highlights', isQuery(highlightsFor)) ? [problem('highlightsFor', QUERY)] : []),
    ...(lacks('extraction', extraction !== undefined) ? [problem('extraction', { code: 'required' })] : []),
    ...(lacks('answer', isQuery(question?.text)) ? [problem('question.text', QUERY)] : []),
  ];
}

const unknownReason = (formats: readonly string[]): string =>
  `contains ${formats.join(', ')}, which is unknown: use ${Object.keys(pageFormats).join(', ')}`;

const QUERY = { code: 'text', mostChars: MAX_QUERY_CHARS } as const;

const isQuery = (text: unknown): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= MAX_QUERY_CHARS;

function durationProblems({ timeoutMs, waitForMs }: PageRequest): RequestProblem[] {
  return [
    ...(timeoutMs !== undefined && !(timeoutMs > 0)
      ? [problem('timeoutMs', { code: 'more-than', bound: 0 })]
      : []),
    ...(waitForMs !== undefined && !(waitForMs >= 0) ? [problem('waitForMs', { code: 'not-negative' })] : []),
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
  return isRight ? [] : [problem(field, { code: 'range', ...CHUNK_TOKENS })];
}

const MAX_TAG_CHARS = 256;
const CHANGE_MODES: readonly string[] = ['git-diff', 'json'];

function trackingProblems({ track, extraction, formats = ['markdown'] }: PageRequest): RequestProblem[] {
  if (!track) return [];
  const { tag = '', modes = [], fields } = track;
  const hasFields =
    fields?.schema !== undefined || fields?.extractor !== undefined || (fields?.prompt ?? '').trim() !== '';
  return [
    ...(formats.includes('markdown')
      ? []
      : [problem('track', { code: 'contradiction', reason: 'needs the format markdown' })]),
    ...(tag.includes(TAG_SEPARATOR)
      ? [problem('track.tag', { code: 'contradiction', reason: 'must not contain control characters' })]
      : []),
    ...(tag.length > MAX_TAG_CHARS ? [problem('track.tag', { code: 'chars', most: MAX_TAG_CHARS })] : []),
    ...(modes.every((mode) => CHANGE_MODES.includes(mode))
      ? []
      : [problem('track.modes', { code: 'contradiction', reason: `must be ${CHANGE_MODES.join(' or ')}` })]),
    ...(modes.includes('json') && !hasFields
      ? [
          problem('track.fields', {
            code: 'contradiction',
            reason: 'needs a schema or a prompt for the mode json',
          }),
        ]
      : []),
    // One program runs on the page.
    ...(extraction && fields?.extractor !== undefined && !isSameExtractor(extraction, fields)
      ? [
          problem('track.fields.extractor', {
            code: 'contradiction',
            reason: 'must be that of extraction, with the same version',
          }),
        ]
      : []),
  ];
}

const isSameExtractor = (one: ExtractionRequest, other: ExtractionRequest): boolean =>
  one.extractor === other.extractor && one.version === other.version;

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
    .map(({ name, least, most }) => problem(`screenshotOptions.${name}`, { code: 'range', least, most }));
}

const problem = (field: string, fault: ValidationIssue): RequestProblem => problemAt(field.split('.'), fault);
