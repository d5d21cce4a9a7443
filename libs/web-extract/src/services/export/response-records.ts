import { bodyOf, type KeptResponse } from '../../model/page/kept-response.js';
import type { Page } from '../../model/page/page.js';
import { httpBlock } from '../../web/warc/http-block.js';
import { digestOf, HTTP_RESPONSE, newRecordId, type WarcRecord } from '../../web/warc/warc-record.js';

/** Payloads that later records may refer to: about 5 MB of memory. Those of older records are written again. */
const MOST_PAYLOADS = 20_000;
/** Shorter payloads are smaller than what a reference saves. */
const LEAST_PAYLOAD_BYTES = 256;

const PROFILES = 'http://netpreserve.org/warc/1.1/revisit/';

/** A record that later ones may refer to. */
interface Original {
  readonly id: string;
  readonly targetUri: string;
  readonly at: number;
}

type Target = Pick<WarcRecord, 'at'> & { readonly targetUri: string };

/** Records of the kept responses of one file. */
export class ResponseRecords {
  private readonly originals = new Map<string, Original>();

  /** The record of a page's response; null if it was not kept. */
  of({ response, cache }: Page, target: Target): WarcRecord | null {
    if (!response) return null;
    const at = cache?.storedAt ? Date.parse(cache.storedAt) : target.at;
    const payload = bodyOf(response);
    if (response.statusCode === 304) return notModified(response, target);
    const digest = digestOf(payload);
    const original = this.originals.get(digest);
    if (original) return repeated(response, payload, { ...target, at, original });
    const record = responseRecord(response, payload, { ...target, at });
    if (payload.length >= LEAST_PAYLOAD_BYTES && response.cut === undefined)
      this.remember(digest, { id: record.id, targetUri: target.targetUri, at });
    return record;
  }

  private remember(digest: string, original: Original): void {
    this.originals.set(digest, original);
    if (this.originals.size > MOST_PAYLOADS) this.originals.delete(this.originals.keys().next().value!);
  }
}

function responseRecord(response: KeptResponse, body: Buffer, target: Target): WarcRecord {
  return {
    ...target,
    ...httpBlock(response, body),
    type: 'response',
    id: newRecordId(),
    contentType: HTTP_RESPONSE,
    ...(response.cut ? { fields: { 'WARC-Truncated': response.cut } } : {}),
  };
}

/** A response with the body of an earlier record. */
function repeated(
  response: KeptResponse,
  body: Buffer,
  { original, ...target }: Target & { readonly original: Original },
): WarcRecord {
  const fields = {
    'WARC-Profile': `${PROFILES}identical-payload-digest`,
    'WARC-Refers-To': original.id,
    'WARC-Refers-To-Target-URI': original.targetUri,
    'WARC-Refers-To-Date': new Date(original.at).toISOString(),
  };
  const { block } = httpBlock(response, body);
  const head = block.subarray(0, block.length - body.length);
  return {
    ...target,
    type: 'revisit',
    id: newRecordId(),
    contentType: HTTP_RESPONSE,
    block: head,
    payload: body,
    fields,
  };
}

/** A response of a tracked page that has not changed since an earlier crawl; that response is not in this file. */
function notModified(response: KeptResponse, target: Target): WarcRecord {
  const fields = {
    'WARC-Profile': `${PROFILES}server-not-modified`,
    'WARC-Refers-To-Target-URI': target.targetUri,
  };
  const { block } = httpBlock(response, Buffer.alloc(0), false);
  return { ...target, type: 'revisit', id: newRecordId(), contentType: HTTP_RESPONSE, block, fields };
}
