import { asFirecrawl } from './as-firecrawl.js';
import { asServiceCall } from './as-service-call.js';

/** What is on the screen, as a request. */
export interface ShownCall {
  readonly kind: 'scrape' | 'parse' | 'crawl' | 'map' | 'search';
  readonly body: Readonly<Record<string, unknown>>;
  /** Of an upload. */
  readonly fileName?: string;
}

export const LANGUAGES = [
  { id: 'curl', label: 'curl' },
  { id: 'service', label: 'TypeScript service call' },
  { id: 'firecrawl', label: 'Firecrawl client' },
] as const;

export type Language = (typeof LANGUAGES)[number]['id'];

/** The same in a language. No key is written down: it is read from where the program runs. */
export function codeOf(call: ShownCall, language: Language, base: string): string {
  if (language === 'service') return asServiceCall(call);
  return language === 'curl' ? asCurl(call, base) : asFirecrawl(call, base);
}

function asCurl({ kind, body, fileName }: ShownCall, base: string): string {
  const json = JSON.stringify(body, null, 2);
  const parts =
    fileName === undefined
      ? [`-H 'Content-Type: application/json'`, `-d ${quoted(json)}`]
      : [
          `-F ${quoted(`file=@"${fileName.replace(/["\\]/g, '\\$&')}"`)}`,
          `-F ${quoted(`options=${JSON.stringify(body)}`)}`,
        ];
  return [`curl -s ${quoted(`${base}v2/${kind}`)}`, `-H "Authorization: Bearer $API_KEY"`, ...parts].join(
    ' \\\n  ',
  );
}

/** As a shell reads it: nothing in it means anything. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
