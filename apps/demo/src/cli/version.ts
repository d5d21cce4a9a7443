import { readFileSync } from 'node:fs';

/** Version of the library used by this program. */
export function version(): string {
  const file = require.resolve('nestjs-web-extract/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
