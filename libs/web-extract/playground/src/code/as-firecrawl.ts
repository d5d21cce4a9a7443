import { asObject } from './as-object.js';
import type { ShownCall } from './call-code.js';

/** A call of the published client `@mendable/firecrawl-js`, 4 or later. */
export function asFirecrawl(shown: ShownCall, base: string): string {
  const { fileName } = shown;
  return [
    ...(fileName === undefined ? [] : [`import { readFile } from 'node:fs/promises';`]),
    `import Firecrawl from '@mendable/firecrawl-js';`,
    '',
    `const firecrawl = new Firecrawl({ apiKey: process.env.KEY, apiUrl: ${JSON.stringify(base.replace(/\/$/, ''))} });`,
    `const result = await ${callOf(shown)};`,
    '',
  ].join('\n');
}

function callOf({ kind, body, fileName }: ShownCall): string {
  if (kind === 'monitor') return `firecrawl.createMonitor(${asObject(body)})`;
  const { url, query, ...options } = body;
  const first = JSON.stringify(kind === 'search' ? query : url);
  const rest = Object.keys(options).length === 0 ? '' : `, ${asObject(options)}`;
  if (fileName === undefined) return `firecrawl.${kind}(${first}${rest})`;
  return `firecrawl.parse({ data: await readFile(${JSON.stringify(fileName)}), filename: ${JSON.stringify(fileName)} }${rest})`;
}
