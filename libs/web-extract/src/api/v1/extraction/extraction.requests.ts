import { isDeepStrictEqual } from 'node:util';
import type { ExtractionRequest } from '../../../model/extraction/extraction.js';
import { refusal } from '../../pages/page-options.js';
import type { WireNames } from '../../errors/wire-names.js';
import type { ExtractOptionsV1 } from '../dto/extract-options.v1.js';
import type { ExtractionFields } from '../pages/page.presenter.js';

/** The fields about an extraction, of a scrape and of an upload. */
interface ExtractionOrder {
  readonly formats?: readonly string[];
  readonly extract?: ExtractOptionsV1;
  readonly jsonOptions?: ExtractOptionsV1;
}

/** Under which names the extraction is answered. */
export function fieldsOf({ formats = ['markdown'] }: ExtractionOrder): ExtractionFields {
  return {
    extract: formats.includes('extract'),
    json: formats.includes('json'),
    markdown: formats.includes('markdown'),
  };
}

/** Where the fields of an extraction stand in the options. */
export function extractionNamesOf({ formats = [] }: ExtractionOrder): WireNames {
  const extraction = formats.includes('extract') ? 'extract' : 'jsonOptions';
  return {
    'extraction.schema': `${extraction}.schema`,
    'extraction.prompt': `${extraction}.prompt`,
    'extraction.systemPrompt': `${extraction}.systemPrompt`,
  };
}

export function isExtraction(format: string): format is 'extract' | 'json' {
  return format === 'extract' || format === 'json';
}

/** Whether a format is made by a model, but for what pages state themselves. */
const isOfModel = (format: string): boolean => isExtraction(format) || format === 'summary';

export function asksModel({ formats = [] }: ExtractionOrder): boolean {
  return formats.some(isOfModel);
}

/** Whether nothing is left where there is no model. */
export function asksOnlyModel({ formats = [] }: ExtractionOrder): boolean {
  const asked = formats.filter((format) => format !== 'timings'); // that is nothing by itself
  return asked.length > 0 && asked.every(isOfModel);
}

export function toExtraction({
  formats = [],
  extract,
  jsonOptions,
}: ExtractionOrder): ExtractionRequest | undefined {
  if (!formats.some(isExtraction)) return undefined;
  const { schema, prompt, systemPrompt, temperature } =
    (formats.includes('extract') ? extract : jsonOptions) ?? {};
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(temperature === undefined ? {} : { temperature }),
    onFailure: formats.every(isOfModel) ? 'fail' : 'warn',
  };
}

/** @throws InvalidRequestError where formats and the options of an extraction contradict each other */
export function refuseExtractionContradictions(options: ExtractionOrder): void {
  const { formats = [] } = options;
  if (formats.includes('extract')) refuseEmptyExtraction(options.extract, 'extract', 'extract');
  if (formats.includes('json')) refuseEmptyExtraction(options.jsonOptions, 'jsonOptions', 'json');
  const asksTwice = formats.includes('extract') && formats.includes('json');
  if (asksTwice && !isDeepStrictEqual(options.extract, options.jsonOptions)) {
    throw refusal('jsonOptions', 'and extract differ; a page is extracted from once');
  }
}

function refuseEmptyExtraction(options: ExtractOptionsV1 | undefined, field: string, format: string): void {
  if (!options) throw refusal(field, `is required when formats holds ${format}`);
  if (!options.schema && !options.prompt) throw refusal(field, 'needs a schema or a prompt');
}

/** Options of extractions that nobody asked for, in sentences. */
export function ignoredExtraction({ formats = [], extract, jsonOptions }: ExtractionOrder): string[] {
  return [
    ...(extract && !formats.includes('extract') ? ['extract is ignored: formats does not hold it'] : []),
    ...(jsonOptions && !formats.includes('json')
      ? ['jsonOptions is ignored: formats does not hold json']
      : []),
  ];
}
