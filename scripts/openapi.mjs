// Writes what the HTTP API is: what the library tells hosts' documents, the document of a host that has all of it, and its pages.
// Usage: openapi.mjs [--check], which writes nothing and fails where something is not up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeApi, GENERATED } from './openapi/describe.mjs';
import { createDocument } from './openapi/document.mjs';
import { writeReference } from './openapi/reference.mjs';
import { ensureBuilt } from './ready/build.mjs';
import { giveUp, ROOT } from './ready/run.mjs';

const DOCUMENT = join(ROOT, 'docs/openapi.json');
const REFERENCE = join(ROOT, 'docs/http-api.md');
const isCheck = process.argv.includes('--check');

await ensureBuilt();
put(GENERATED, describeApi());
if (!isCheck) await ensureBuilt(); // the document is made by what has just been written
const document = await createDocument();
put(DOCUMENT, `${JSON.stringify(document, null, 2)}\n`);
put(REFERENCE, writeReference(document));

function put(path, text) {
  if (textOf(path) === text) return;
  if (isCheck) giveUp(`${path} is not up to date: npm run openapi`);
  writeFileSync(path, text);
  console.log(`${path} written`);
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
