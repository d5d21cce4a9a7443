import { setImmediate } from 'node:timers/promises';
import type { Conversion, ConversionRequest } from '../../model/page/conversion.js';
import { computeFormats, NO_FORMATS } from '../../model/formats/select-formats.js';
import { NO_METADATA } from '../../model/page/page.js';
import { sniffType } from '@web-extract/documents/markup/decode/sniff-type.js';

/** Bytes written at once, about a millisecond's work. A multiple of three: the parts follow each other without padding. */
const STEP_BYTES = 3 * 512 * 1024;

/** Returns true for a PDF requested without conversion. */
export function isWantedAsFile({ parsePdf, body, contentType }: ConversionRequest): boolean {
  return !parsePdf && sniffType(body, contentType).mediaType === 'application/pdf';
}

/** The file in base64 where its text would be. Nothing of it is read, so that this may run on the host's own thread. */
export async function fileAsBase64({
  body,
  formats,
  attributes = [],
}: ConversionRequest): Promise<Conversion> {
  const base64 = await encode(body);
  const requested = new Set(formats);
  return {
    metadata: NO_METADATA,
    ...NO_FORMATS,
    ...computeFormats('markup', requested, {
      source: () => base64,
      links: () => [],
      images: () => [],
      attributes: () => attributes.map((selector) => ({ ...selector, values: [] })),
    }),
    ...computeFormats('statements', requested, { product: () => undefined, objects: () => [] }),
    ...computeFormats('content', requested, {
      markdown: () => base64,
      html: () => '',
      chunks: () => [],
      highlights: () => '',
    }),
    anchors: null,
    structuredData: null,
    quality: {
      textShare: 1,
      pageType: 'other',
      candidate: 'whole',
      reason: 'The file is returned unchanged.',
      flags: [],
    },
    fetchedBy: 'http',
    warnings: [],
  };
}

async function encode(body: Uint8Array): Promise<string> {
  let text = '';
  for (let at = 0; at < body.length; at += STEP_BYTES) {
    if (at > 0) await setImmediate();
    const length = Math.min(STEP_BYTES, body.length - at);
    text += Buffer.from(body.buffer, body.byteOffset + at, length).toString('base64');
  }
  return text;
}
