import type { HeaderPair } from '../../model/page/kept-response.js';
import type { WebExtractError, WebExtractErrorCode } from '../../model/errors.js';
import { httpBlock, originalHeaders } from '../../web/warc/http-block.js';
import { pairOf, type ReadRecord } from '../../web/warc/read-records.js';
import { HTTP_RESPONSE, newRecordId, type WarcRecord } from '../../web/warc/warc-record.js';
import { RecordedFailure } from './recorded-web.errors.js';

/** Fields of records that WARC does not define. */
const VARIANT = 'X-Request-Variant';
const DURATION = 'X-Fetch-Time-Ms';

/** A request that was made. */
export interface RecordedTarget {
  readonly url: string;
  readonly variant: string;
  readonly durationMs: number;
}

/** A response with its decoded body. */
export interface RecordedResponse {
  readonly kind: 'response';
  readonly statusCode: number;
  readonly statusText: string;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
  readonly isTruncated: boolean;
}

export type RecordedOutcome =
  RecordedResponse | { readonly kind: 'failure'; readonly error: RecordedFailure };

export function recordOf(target: RecordedTarget, response: Omit<RecordedResponse, 'kind'>): WarcRecord {
  const truncated: Record<string, string> = response.isTruncated ? { 'WARC-Truncated': 'unspecified' } : {};
  const content = httpBlock(response, response.body);
  return { ...common(target, truncated), ...content, type: 'response', contentType: HTTP_RESPONSE };
}

export function recordOfFailure(
  target: RecordedTarget,
  { code, message, retryable }: WebExtractError,
): WarcRecord {
  const block = Buffer.from(JSON.stringify({ code, message, retryable }));
  return { ...common(target), type: 'metadata', contentType: 'application/json', block };
}

function common({ url, variant, durationMs }: RecordedTarget, more: Readonly<Record<string, string>> = {}) {
  const fields = {
    ...(variant === '' ? {} : { [VARIANT]: variant }),
    [DURATION]: String(Math.round(durationMs)),
    ...more,
  };
  return { id: newRecordId(), at: Date.now(), targetUri: url, fields };
}

/** The request of a record; null for records of another kind. */
export function targetOf({ fields }: ReadRecord): RecordedTarget | null {
  const url = fields['warc-target-uri'];
  const isExchange = fields['warc-type'] === 'response' || fields['warc-type'] === 'metadata';
  if (!isExchange || url === undefined) return null;
  const durationMs = Number(fields[DURATION.toLowerCase()] ?? 0) || 0;
  return { url, variant: fields[VARIANT.toLowerCase()] ?? '', durationMs };
}

export function outcomeOf({ fields, block }: ReadRecord): RecordedOutcome {
  if (fields['warc-type'] === 'metadata') return { kind: 'failure', error: failureOf(block) };
  const end = block.indexOf('\r\n\r\n');
  const [status = '', ...lines] = block.toString('latin1', 0, end).split('\r\n');
  const [, code = '0', statusText = ''] = /^HTTP\/\S+ (\d{3})(?: (.*))?$/.exec(status) ?? [];
  return {
    kind: 'response',
    statusCode: Number(code),
    statusText,
    headers: originalHeaders(lines.map(pairOf)),
    body: block.subarray(end + 4),
    isTruncated: fields['warc-truncated'] !== undefined,
  };
}

function failureOf(block: Buffer): RecordedFailure {
  const { code, message, retryable } = JSON.parse(String(block)) as {
    code: WebExtractErrorCode;
    message: string;
    retryable: boolean;
  };
  return new RecordedFailure(code, message, retryable);
}
