import { asFirecrawl } from './as-firecrawl.js';
import { asServiceCall } from './as-service-call.js';
import { changesPath } from '../feed/changes-path.js';

/** Request of a form. */
export interface ShownCall {
  readonly kind: 'scrape' | 'parse' | 'crawl' | 'map' | 'search' | 'monitor' | 'changes' | 'extractors';
  readonly body: Readonly<Record<string, unknown>>;
  /** Name of an uploaded file. */
  readonly fileName?: string;
}

const LANGUAGES = [
  { id: 'curl', label: 'curl' },
  { id: 'service', label: 'TypeScript' },
  { id: 'firecrawl', label: 'Firecrawl client' },
] as const;

export type Language = (typeof LANGUAGES)[number]['id'];

/** Languages of a request: the published client has neither change feeds nor extractors. */
export const languagesOf = ({ kind }: ShownCall) =>
  LANGUAGES.filter(({ id }) => !['changes', 'extractors'].includes(kind) || id !== 'firecrawl');

/** Request as code. The code reads the key from the environment variable KEY and never contains it. */
export function codeOf(call: ShownCall, language: Language, base: string): string {
  if (language === 'service') return asServiceCall(call);
  return language === 'curl' ? asCurl(call, base) : asFirecrawl(call, base);
}

function asCurl({ kind, body, fileName }: ShownCall, base: string): string {
  if (kind === 'changes') return curlOf(`${base}${changesPath(body)}`, []);
  const json = JSON.stringify(body, null, 2);
  const parts =
    fileName === undefined
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(json)}`]
      : [
          `-F ${quoted(`file=@"${fileName.replace(/["\\]/g, '\\$&')}"`)}`,
          `-F ${quoted(`options=${JSON.stringify(body)}`)}`,
        ];
  return curlOf(`${base}v2/${kind}`, parts);
}

const curlOf = (url: string, parts: readonly string[]): string =>
  [`curl -s ${quoted(url)}`, `-H "Authorization: Bearer $KEY"`, ...parts].join(' \\\n  ');

/** Single-quoted text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
