import { convertPage } from '../convert-page.js';
import { DEFAULT_CONVERSION, type Conversion, type ConversionRequest } from '../../model/page/conversion.js';
import { DEFAULT_DOCUMENT_SETTINGS, type DocumentSettings } from '../../model/page/document.js';

/** Busy machines are slow. */
const AMPLE_MS = 3_600_000;

/** The whole pipeline of a file, as the threads run it, with all the time it takes. */
export function convertBytes(
  body: Uint8Array,
  settings: Partial<DocumentSettings> = {},
  request: Partial<ConversionRequest> = {},
): Promise<Conversion> {
  return convertPage({
    body,
    url: 'https://files.example/one',
    contentType: 'application/octet-stream',
    statusCode: 200,
    formats: ['markdown'],
    ...DEFAULT_CONVERSION,
    parsePdf: true,
    documents: { ...DEFAULT_DOCUMENT_SETTINGS, timeMs: AMPLE_MS, ...settings },
    ...request,
  });
}
