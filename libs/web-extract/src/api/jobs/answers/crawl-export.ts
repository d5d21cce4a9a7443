import type { StreamableFile } from '@nestjs/common';
import { InvalidRequestError } from '../../../model/errors.js';
import type { ExportFormat } from '../../../services/export/crawl-export.js';

/** Unparsed query parameters of an export. */
export interface ExportQueryText {
  /** JSON lines with the documents, or WARC 1.1, packed record by record. */
  readonly format?: 'jsonl' | 'warc';
}

/** Content types of exports. */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/x-ndjson; charset=utf-8',
  warc: 'application/warc',
};

/** @throws InvalidRequestError for another format */
export function readExportFormat({ format = 'jsonl' }: Readonly<Record<string, unknown>>): ExportFormat {
  if (format === 'jsonl' || format === 'warc') return format;
  throw new InvalidRequestError([{ path: ['format'], message: 'format must be jsonl or warc' }]);
}

/** A file that is sent while it is written. */
export type Exported = StreamableFile & { readonly exportedFile?: true };
