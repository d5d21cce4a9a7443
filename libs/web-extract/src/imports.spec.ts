import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCES = join(process.cwd(), 'libs/web-extract/src');
/** Sources of the package `@web-extract/documents`, here under `documents/`. */
const DOCUMENTS = join(process.cwd(), 'libs/documents/src');

const withTypes = (source: string): string => source;
/** Statements that the compiler removes. */
const withoutTypes = (source: string): string => source.replace(/^(?:import|export) type [^;]*;/gm, '');

describe('the imports of the library', () => {
  it('form no cycle', () => {
    const imports = readImports();
    expect(imports.get('services/scrape.service.ts')).toContain('pipeline/page-reader.ts');
    expect(findCycle(imports)).toBeNull();
  });

  it('form no cycle of types', () => {
    expect(findCycle(readImports(withTypes))).toBeNull();
  });

  it('would be found to form one', () => {
    const imports = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['d.ts', 'b.ts']],
      ['d.ts', []],
    ]);
    expect(findCycle(imports)).toEqual(['b.ts', 'c.ts', 'b.ts']);
  });
});

describe('files that run in worker threads only', () => {
  const inThreads = JSON.parse(
    readFileSync(join(process.cwd(), 'eslint.worker-threads.json'), 'utf8'),
  ) as string[];
  const imports = readImports();

  it('exist', () => {
    expect(inThreads.length).toBeGreaterThan(0);
    expect(inThreads.filter((path) => !imports.has(path))).toEqual([]);
  });

  it('are loaded by no entry of the package', () => {
    const entries = [...imports.keys()].filter((path) => path === 'index.ts' || path.startsWith('entries/'));
    const loaded = followed(imports, entries);
    expect([...loaded]).toContain('convert/changes/fingerprint.ts');
    expect(inThreads.filter((path) => loaded.has(path))).toEqual([]);
  });

  it('are loaded by the threads', () => {
    const loaded = followed(imports, [
      'drivers/worker-threads/worker.ts',
      'drivers/worker-threads/extraction-worker.ts',
    ]);
    expect(inThreads.filter((path) => !loaded.has(path))).toEqual([]);
  });
});

/** The files and everything that they load. */
function followed(imports: Map<string, string[]>, files: readonly string[]): Set<string> {
  const loaded = new Set(files);
  for (const path of loaded) for (const next of imports.get(path) ?? []) loaded.add(next);
  return loaded;
}

/** Each file of the library with the files that it imports; by default only those that it loads. */
function readImports(keep = withoutTypes): Map<string, string[]> {
  const files = [...filesIn(SOURCES), ...filesIn(DOCUMENTS).map((path) => `documents/${path}`)];
  return new Map(files.map((path) => [path, importsOf(path, keep)]));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'),
  );
}

function importsOf(path: string, keep: (source: string) => string): string[] {
  const file = path.startsWith('documents/') ? path.replace('documents', DOCUMENTS) : join(SOURCES, path);
  const text = keep(readFileSync(file, 'utf8'));
  const targets = text.matchAll(/(?:from|import\()\s*'(\.|@web-extract\/)([^']*)\.js'/g);
  return [...targets].map(([, begin = '', target = '']) =>
    begin === '.' ? join(dirname(path), `.${target}.ts`) : `${target}.ts`,
  );
}

/** The first way found that leads back to its start; `done` files are known to lead to none. */
function findCycle(imports: Map<string, string[]>): string[] | null {
  const done = new Set<string>();
  const follow = (path: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return null;
    for (const next of imports.get(path) ?? []) {
      const cycle = follow(next, [...trail, path]);
      if (cycle) return cycle;
    }
    done.add(path);
    return null;
  };
  for (const path of imports.keys()) {
    const cycle = follow(path, []);
    if (cycle) return cycle;
  }
  return null;
}
