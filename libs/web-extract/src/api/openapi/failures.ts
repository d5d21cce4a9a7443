import { FOREIGN, MALFORMED_JSON, UNKNOWN } from '../errors/error-reply.js';
import {
  STATUS_IN_V2,
  STATUS_OF_CODE,
  STATUS_OF_GUARDED_LINK,
  STATUS_OF_UPLOAD,
} from '../errors/status-of-error.js';
import { refTo, type Schema } from './described-route.js';

/** Description of each error status. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is invalid; `details` lists the problems',
  401: 'The key is missing or not accepted',
  402: 'The credits of the key are used up',
  403: 'The URL is blocked by the address policy, or the key lacks permission',
  404: 'Not found, or expired',
  408: 'The request timed out',
  409: 'The state of the job, or the idempotency key, does not allow it',
  410: 'The cursor has expired; `cursor` in the response starts a new snapshot',
  413: 'The body is too large',
  415: 'The media type of the body is not supported',
  422: 'The session cannot read the page: its login failed, it has expired, or the URL would end it',
  429: 'Too many requests, jobs or pages of the key',
  500: 'The page could not be fetched, or an internal error occurred',
  501: 'The requested feature is not configured, or not supported',
  502: 'The search provider failed',
  503: 'A queue is full, or a store cannot be reached',
};

/** A failure that may pass says when to try again. */
const PASSING = new Set([429, 503]);
const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before trying again',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** Which failures which routes know, by method and path from the version on. All that fit count. */
const RULES: readonly { readonly of: RegExp; readonly statuses: readonly number[] }[] = [
  { of: /./, statuses: [500, 503] },
  { of: /^(?!.*\/health\/)/, statuses: [401, 403, 429] },
  { of: /^POST /, statuses: [400, 402, 413, 415] },
  { of: /^GET \/r(\/|$)/, statuses: [400, 402, 408] },
  { of: /:id|^POST \/v2\/(scrape|map|search)$|\/keys$/, statuses: [404] },
  { of: /^GET .*\/(crawl|batch\/scrape)\/:id(\/explain|\/stream|\/export)?$/, statuses: [400] },
  { of: /^PATCH /, statuses: [400, 413, 415] },
  { of: /^DELETE (?!.*\/monitor\/).*\/:id$/, statuses: [409] },
  { of: /^GET .*\/monitor(\/:id\/checks.*)?$/, statuses: [400] },
  { of: /^(POST|PATCH) .*\/monitor(\/:id)?$/, statuses: [501] },
  { of: /^POST .*\/monitor\/:id\/run$/, statuses: [409] },
  { of: /^DELETE .*\/history$|^GET .*\/activity$/, statuses: [400] },
  { of: /^POST \/v2\/(scrape|map|search|crawl|batch\/scrape|extract)$|\/sessions(\/|$)/, statuses: [422] },
  { of: /\/sessions\/:name/, statuses: [404] },
  { of: /^(POST|PUT) .*\/sessions(\/:name)?$/, statuses: [409] },
  { of: /^(POST|PATCH) .*\/extractors(\/|$)/, statuses: [404, 409] },
  { of: /^(POST|PATCH) .*\/extractors(\/:id(\/learn)?)?$/, statuses: [501] },
  { of: /^(GET|DELETE) .*\/extractors(\/|$)/, statuses: [400, 404] },
  { of: /^PUT /, statuses: [400, 413, 415] },
  { of: /^DELETE .*\/sessions\/:name$|^GET .*\/history(\/diff)?$/, statuses: [400, 404] },
  { of: /^GET .*\/changes$/, statuses: [400, 404, 410, 501] },
  { of: /^GET .*\/changes\/handlers\/failures$/, statuses: [400] },
  { of: /^POST .*\/changes\/handlers\/failures\/:id\/retry$/, statuses: [409] },
  { of: /^POST .*\/(scrape|map|search|parse|params-preview)$/, statuses: [408, 501] },
  { of: /^POST .*\/(crawl|extract|batch\/scrape)$/, statuses: [404, 409, 501] },
  { of: /^POST \/v[01]\/search$/, statuses: [404, 502] },
];

/** Statuses of the failures that a route may answer with. @param route such as `GET /v1/crawl/:id` */
export function failuresOf(route: string): number[] {
  const fitting = RULES.filter(({ of }) => of.test(route)).flatMap(({ statuses }) => statuses);
  return [...new Set(fitting)].sort((a, b) => a - b);
}

const TEXT = { content: { 'text/plain': { schema: { type: 'string' } } } };

/** A failure as a document shows it: the error body, or a line of text. */
export function failureResponse(status: number, isText = false): Schema {
  return {
    description: MEANINGS[status],
    ...(isText ? TEXT : { schema: refTo(failureName(status)) }),
    ...(PASSING.has(status) ? { headers: RETRY_AFTER } : {}),
  };
}

export const failureName = (status: number): string => `Error${status}`;

/** The error body with the codes that a status may come with. */
export function failureSchema(status: number): Schema {
  return {
    description: MEANINGS[status],
    allOf: [refTo('ErrorBody'), { properties: { code: { type: 'string', enum: codesOf(status) } } }],
  };
}

/** Statuses that any route may answer a failure with. */
export const FAILURES: readonly number[] = Object.keys(MEANINGS).map(Number);

function codesOf(status: number): string[] {
  const own = [STATUS_OF_CODE, STATUS_IN_V2, STATUS_OF_UPLOAD].flatMap((table) =>
    Object.entries(table)
      .filter(([, mapped]) => mapped === status)
      .map(([code]) => code),
  );
  const foreign = FOREIGN[status]?.code ?? [];
  const special = status === 400 ? MALFORMED_JSON.code : status === 500 ? UNKNOWN.code : [];
  const guarded = status === STATUS_OF_GUARDED_LINK ? ['REQUEST_REFUSED'] : [];
  return [...new Set([...own, foreign, special, guarded].flat())].sort();
}
