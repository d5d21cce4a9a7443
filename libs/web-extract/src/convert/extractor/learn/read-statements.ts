import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import type { ExtractorPage } from '../../../model/extractor/extractor-run.js';
import type { PageMetadata } from '../../../model/page/page.js';
import type { StructuredData } from '../../../model/page/structured-data.js';
import { readMetadata } from '../../metadata/read-metadata.js';
import { readStatedData } from '../../stated/read-stated-data.js';

/** Reads the stated data of a learning page. */
export function readStatements({ url, html }: ExtractorPage): {
  readonly url: string;
  readonly metadata: PageMetadata;
  readonly structured: StructuredData;
} {
  const document = parseHtml(html, url);
  return { url, metadata: readMetadata(document), structured: readStatedData(document) };
}
