import { asObject } from './as-object.js';
import type { ShownCall } from './call-code.js';

/** A call of the published client `@mendable/firecrawl-js`, 4 or later. */
export function asFirecrawl({ kind, body, fileName }: ShownCall, base: string): string {
  const { url, query, ...options } = body;
  const first = JSON.stringify(kind === 'search' ? query : url);
  const rest = Object.keys(options).length === 0 ? '' : `, ${asObject(options)}`;
  const call =
    fileName === undefined
      ? `firecrawl.${kind}(${first}${rest})`
      : `firecrawl.parse({ data: await readFile(${JSON.stringify(fileName)}), filename: ${JSON.stringify(fileName)} }${rest})`;
  return [
    ...(fileName === undefined ? [] : [`import { readFile } from 'node:fs/promises';`]),
    `import Firecrawl from '@mendable/firecrawl-js';`,
    '',
    `const firecrawl = new Firecrawl({ apiKey: process.env.KEY, apiUrl: ${JSON.stringify(base.replace(/\/$/, ''))} });`,
    `const result = await ${call};`,
    '',
  ].join('\n');
}
