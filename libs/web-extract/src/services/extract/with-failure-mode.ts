import type { ExtractionRequest } from '../../model/extraction/extraction.js';
import type { PageFormat } from '../../model/formats/page-formats.js';

interface Extracting {
  readonly formats?: readonly PageFormat[];
  readonly extraction?: ExtractionRequest;
}

/** Fills in the default of `extraction.onFailure`: a request for an extraction only fails with it. */
export function withFailureMode<Request extends Extracting>(request: Request): Request {
  const { extraction, formats = ['markdown'] } = request;
  if (!extraction || extraction.onFailure !== undefined) return request;
  const isOnlyExtraction = formats.every((format) => format === 'extraction');
  return isOnlyExtraction ? { ...request, extraction: { ...extraction, onFailure: 'fail' } } : request;
}
