import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Published clients live in a folder of their own, so that whoever only starts the demo does not install them. */
const requireClient = createRequire(join(__dirname, '..', 'clients', 'package.json'));

/** `@mendable/firecrawl-js` 4.x: the default export speaks v2, its field `v1` speaks v1. */
export function firecrawlV4(): new (options: { apiKey: string; apiUrl: string; maxRetries?: number }) => any {
  return requireClient('firecrawl-v4').default;
}
