// Writes the version of the converter into the compiled library: the hash of all that shapes the text of a page.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Compares texts, and shapes none. */
const OTHER = /(?:^|[\\/])changes[\\/]/;
const STAMPED = 'services/history/text-version.js';

/** @param build folder of the compiled library @param documents that of the compiled readers @param dependencies of the package, by name: their parsers shape texts, too */
export function stampConverter(build, documents, dependencies) {
  const hash = createHash('sha256').update(JSON.stringify(Object.entries(dependencies).sort()));
  for (const folder of [join(build, 'convert'), documents]) {
    const names = readdirSync(folder, { recursive: true }).map(String).sort();
    for (const name of names.filter((file) => file.endsWith('.js') && !OTHER.test(file)))
      hash.update(name).update(readFileSync(join(folder, name)));
  }
  const path = join(build, STAMPED);
  const source = readFileSync(path, 'utf8');
  const stamped = source.replace(`'source'`, `'${hash.digest('base64url').slice(0, 11)}'`);
  if (stamped === source) throw new Error(`${STAMPED} has no version to replace`);
  writeFileSync(path, stamped);
}
