import type { JsonSchema, Page } from 'nestjs-web-extract';
import { browserRemedy } from './terminal/browser-remedy';
import type { PageOptions } from './page-options';

/** Parts of this installation that results may need. */
export interface Installation {
  readonly hasModel: boolean;
  /** A path; `off` if browsers are disabled; null if none is installed. */
  readonly browser: string | null;
}

const NO_MODEL =
  'LLM extraction is not configured: set OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL (library options: llm.model, llm.apiKey, llm.baseURL)';

/** The requested results that a page lacks, each as a message with its remedy. Empty if the page is complete. */
export function missingResults(page: Page, options: PageOptions, installation: Installation): string[] {
  const lacksModel = !installation.hasModel && needsModel(page, options);
  const absent = absentValues(page, options);
  const lacksText = page.markdown?.trim() === '' && isScriptShell(page);
  return [
    ...(lacksModel ? [absent === '' ? NO_MODEL : `${NO_MODEL}; the page does not state ${absent}`] : []),
    ...(lacksText ? [`the text of this page is loaded by scripts: ${remedyOf(installation)}`] : []),
  ];
}

const isScriptShell = ({ quality, fetchedBy }: Page): boolean =>
  fetchedBy !== 'browser' && quality.flags.includes('script-shell');

const remedyOf = ({ browser }: Installation): string =>
  browser === null || browser === 'off' ? browserRemedy(browser === 'off') : '--wait-for gives them time';

function needsModel(
  { summary, extraction }: Page,
  { formats = [], extraction: request }: PageOptions,
): boolean {
  if (formats.includes('summary') && !summary) return true;
  return request?.schema !== undefined && isIncomplete(extraction?.data, request.schema);
}

const MAX_NAMES = 5;

/** The first required values that the data lacks. */
function absentValues({ extraction }: Page, { extraction: request }: PageOptions): string {
  const required: unknown = request?.schema?.['required'];
  const data = Object(extraction?.data) as Record<string, unknown>;
  if (!Array.isArray(required)) return '';
  const absent = required.map(String).filter((name) => data[name] == null);
  return `${absent.slice(0, MAX_NAMES).join(', ')}${absent.length > MAX_NAMES ? ', …' : ''}`;
}

/** True if the data lacks a property required by the schema, or is empty. */
function isIncomplete(data: unknown, schema: JsonSchema): boolean {
  if (data === null || data === undefined) return true;
  if (typeof data !== 'object') return false;
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const isAbsent = (name: unknown) => (data as Record<string, unknown>)[String(name)] == null;
  return required.some(isAbsent) || Object.values(data).every((value) => value == null);
}

/** A schema without its lists of required properties: data that a page states in part satisfies it. */
export function withoutRequired(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) =>
      name === 'required' && Array.isArray(value) ? undefined : value,
    ),
  ) as JsonSchema;
}
