import { FILE_FORMATS } from '../../../model/formats/select-formats.js';
import { defined } from '../../defined.js';
import type { DocumentOptions } from '../../../services/document.service.js';
import type { ParseOptionsV2 } from '../dto/parse-options.v2.js';
import { parsePageOptions, type ParsedPageOptions } from './scrape.requests.js';

/** An upload's options as the services understand them. */
interface ParsedDocumentBody extends Omit<ParsedPageOptions, 'page'> {
  readonly options: DocumentOptions;
}

/** @throws InvalidRequestError, UnsupportedFormatError */
export function parseDocumentBody({
  proxy: _,
  skipTlsVerification: __,
  blockAds: ___,
  ...options
}: ParseOptionsV2): ParsedDocumentBody {
  const { page, fields, warnings } = parsePageOptions(options);
  const { formats = [] } = page;
  const others = formats.filter((format) => !FILE_FORMATS.has(format));
  const {
    onlyMainContent,
    includeSelectors,
    excludeSelectors,
    removeBase64Images,
    parsePdf,
    maxPages,
    pageMarkers,
    documentPages,
    hidden,
    timeoutMs,
    extraction,
    attributes,
    highlightsFor,
    question,
    onModelFailure,
  } = page;
  return {
    options: {
      allowText: true,
      onlyMainContent,
      includeSelectors,
      excludeSelectors,
      removeBase64Images,
      parsePdf,
      formats: formats.filter((format) => FILE_FORMATS.has(format)),
      ...defined({ maxPages, pageMarkers, documentPages, hidden, timeoutMs, extraction }),
      ...defined({ attributes, highlightsFor, question, onModelFailure }),
    } as DocumentOptions,
    fields,
    warnings: [...warnings, ...others.map((format) => `The format ${format} is not made of uploaded files`)],
  };
}
