// Bundles the page of the playground: script, worker and style with a hash of their content in their names, the page that names them, and
// the licences of what is in the bundle.
import { readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCES = fileURLToPath(new URL('../libs/web-extract/playground/', import.meta.url));

/** @returns whether it was built; problems are printed */
export async function buildPlayground(outdir) {
  try {
    const { metafile } = await build({
      entryPoints: {
        app: join(SOURCES, 'src/app.tsx'),
        worker: join(SOURCES, 'src/crawl/crawl-worker.ts'),
      },
      outdir,
      entryNames: '[name]-[hash]',
      bundle: true,
      minify: true,
      format: 'esm',
      loader: { '.html': 'text', '.pdf': 'binary' },
      define: definitions(),
      target: ['chrome111', 'firefox114', 'safari16.4'],
      tsconfig: join(SOURCES, 'tsconfig.json'),
      legalComments: 'none', // they stand in licences.txt
      metafile: true,
      logLevel: 'warning',
    });
    const names = Object.keys(metafile.outputs).map((path) => basename(path));
    const nameOf = (pattern) => names.find((name) => pattern.test(name));
    const page = readFileSync(join(SOURCES, 'index.html'), 'utf8')
      .replaceAll('%APP%', nameOf(/^app-.*\.js$/))
      .replaceAll('%STYLE%', nameOf(/^app-.*\.css$/))
      .replaceAll('%WORKER%', nameOf(/^worker-.*\.js$/));
    writeFileSync(join(outdir, 'index.html'), page);
    writeFileSync(join(outdir, 'licences.txt'), licencesOf(Object.keys(metafile.inputs)));
    return true;
  } catch (error) {
    if (!error.errors) console.error(error);
    return false;
  }
}

/** Constants of the page. */
function definitions() {
  const { version, repository } = JSON.parse(readFileSync(join(SOURCES, '../package.json'), 'utf8'));
  const address = repository.url.replace(/^git\+|\.git$/g, '');
  return {
    __VERSION__: JSON.stringify(version),
    __DOCUMENTATION__: JSON.stringify(`${address}/blob/main/docs/playground.md`),
  };
}

function licencesOf(inputs) {
  const folders = new Set(inputs.filter((path) => path.includes('node_modules/')).map(packageFolder));
  return [...folders].sort().map(licenceIn).join('\n\n');
}

/** The package that a file belongs to: the nearest folder with a licence. */
function packageFolder(path) {
  const [, own] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return own;
}

function licenceIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '';
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = join(dirname(SOURCES.replace(/\/$/, '')), 'dist/playground');
  process.exitCode = (await buildPlayground(out)) ? 0 : 1;
}
