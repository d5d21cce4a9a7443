// Copies the documents that are part of the npm package into the library's folder: README, guides, OpenAPI document and examples.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './ready/run.mjs';
import { shareResponses } from './share-responses.mjs';
import { shareSchemas } from './share-schemas.mjs';

const LIB = join(ROOT, 'libs/web-extract');

/** For contributors: these name tests. And the HTTP reference, which openapi.json contains. */
const OMITTED = new Set(['architecture.md', 'benchmarks.md', 'quality.md', 'security.md', 'http-api.md']);

/** Writes `README.md`, `LICENSE`, `docs/` and `examples/` below libs/web-extract. Links to files outside the package become plain text. */
export function packageDocuments() {
  for (const folder of ['docs', 'examples']) rmSync(join(LIB, folder), { recursive: true, force: true });
  cpSync(join(ROOT, 'LICENSE'), join(LIB, 'LICENSE'));
  cpSync(join(ROOT, 'examples'), join(LIB, 'examples'), {
    recursive: true,
    filter: (path) =>
      !/\/(?:node_modules|dist|package-lock\.json|test\.mjs|smoke\.mjs|changing-site\.mjs)$/.test(path),
  });
  const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  mkdirSync(join(LIB, 'docs'));
  writeFileSync(join(LIB, 'docs/openapi.json'), JSON.stringify(shareSchemas(shareResponses(document))));
  const guides = guidesOf('docs');
  for (const path of guides) copyText(path);
  copyText('README.md');
  for (const path of ['README.md', ...guides]) unwrapLinks(path);
}

/** Markdown files of a folder and its folders, relative to the repository. */
function guidesOf(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === 'recipes' ? guidesOf(`${folder}/${entry.name}`) : [];
    return entry.name.endsWith('.md') && !OMITTED.has(entry.name) ? [`${folder}/${entry.name}`] : [];
  });
}

function copyText(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const target = join(LIB, path);
  mkdirSync(dirname(target), { recursive: true });
  const packaged = text
    .replace(/<!-- in the repository -->\n.*?<!-- end -->\n/gs, '')
    .replace(/<!-- (?:end of [^\n]*|[^\n]*generated from the sources) -->\n+/g, '');
  writeFileSync(target, `${packaged.trimEnd()}\n`);
}

function unwrapLinks(path) {
  const text = readFileSync(join(LIB, path), 'utf8');
  const isPackaged = (target) =>
    existsSync(join(LIB, normalize(join(dirname(path), target.replace(/#.*/, '')))));
  const linked = text.replace(
    /\[((?:[^\]\\]|\\.)*)\]\(((?!https?:|#|mailto:)[^)\s]+)\)/g,
    (whole, label, target) => (isPackaged(target) ? whole : label),
  );
  writeFileSync(join(LIB, path), linked);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) packageDocuments();
