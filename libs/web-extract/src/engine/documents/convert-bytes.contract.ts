import { convertPage } from '../convert/convert-page.js';
import type { Conversion, ConversionRequest } from '../../model/conversion.js';
import { DEFAULT_DOCUMENT_SETTINGS, type DocumentSettings } from '../../model/document.js';

/** The whole pipeline of a file, as the threads run it. */
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
    onlyMainContent: true,
    includeSelectors: [],
    excludeSelectors: [],
    removeBase64Images: true,
    parsePdf: true,
    documents: { ...DEFAULT_DOCUMENT_SETTINGS, ...settings },
    contentRules: [],
    collectAnchors: false,
    ...request,
  });
}
