import { readFileSync } from 'node:fs';

/** Of the library that this program uses. */
export function version(): string {
  const file = require.resolve('nestjs-web-extract/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
