import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_HELP } from './cli/monitor/server-options';
import { VARIABLES, variablesAsText } from './variables';

const ROOT = join(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const names = VARIABLES.map(({ name }) => name);

/** Variables of commands that are clients of a server. Their help names them. */
const OF_CLIENTS = ['WEB_EXTRACT_SERVER', 'WEB_EXTRACT_API_KEY'];

/** Source text of the demo without the table itself. */
function sources(folder = __dirname): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !/^variables\.|\.spec\.ts$/.test(entry.name),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe('the table of variables', () => {
  it('is the list in docs/command-line.md, in its order', () => {
    const rows = [...read('docs/command-line.md').matchAll(/^\| `([A-Z_\d]+)` \| (.*) \|$/gm)];
    expect(rows.map(([, name, description]) => ({ name, description }))).toEqual(
      VARIABLES.map(({ name, description }) => ({ name, description })),
    );
  });

  it('has its groups as headings in docs/command-line.md', () => {
    const groups = [...new Set(VARIABLES.map(({ group }) => group))];
    const headings = [...read('docs/command-line.md').matchAll(/^\| \*\*(.+)\*\* \| \|$/gm)];
    expect(headings.map(([, heading]) => heading)).toEqual(groups);
  });

  it('is the list in .env.example', () => {
    const examples = [...read('.env.example').matchAll(/^#([A-Z_\d]+)=./gm)].map(([, name]) => name);
    expect([...examples].sort()).toEqual([...names].sort());
  });

  it('lists the variables that the demo reads, and no others', () => {
    const quoted = new Set(
      [...sources().matchAll(/'([A-Z][A-Z\d]*(?:_[A-Z\d]+)*)'/g)].map(([, name]) => name!),
    );
    expect(names.filter((name) => !quoted.has(name))).toEqual([]);
    const foreign = [...quoted].filter((name) => /^(?:WEB_EXTRACT|OPENAI|SEARXNG|REDIS)_/.test(name));
    expect(foreign.filter((name) => !names.includes(name)).sort()).toEqual([...OF_CLIENTS].sort());
    for (const name of OF_CLIENTS) expect(SERVER_HELP).toContain(name);
  });

  it('passes every variable of docker-compose.yml and the Dockerfile on by its name', () => {
    const used = [
      ...`${read('docker-compose.yml')}${read('Dockerfile')}`.matchAll(/\b(?:WEB_EXTRACT|OPENAI)_[A-Z_]+/g),
    ];
    expect(used.map(([name]) => name).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('is written in lines of at most 80 characters', () => {
    const lines = variablesAsText().split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    for (const name of names) expect(lines).toContain(`  ${name}`);
  });
});
