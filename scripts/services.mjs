// Writes the generated parts of docs/services.md: signatures and doc comments of the injectable services, and the tables of their types.
// The examples between these parts are written by hand; each method needs one.
// Usage: services.mjs [--check], which writes nothing and fails if the document is not up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp, ROOT } from './ready/run.mjs';
import { describeServices } from './services/describe.mjs';

const DOCUMENT = join(ROOT, 'docs/services.md');
const SOURCES = join(ROOT, 'libs/web-extract/src');
const ENTRIES = new Map(
  ['index', 'entries/monitors', 'entries/handlers', 'entries/corpus', 'entries/robots', 'entries/health'].map(
    (file) => [file.replace(/^index$|^entries/, 'nestjs-web-extract'), join(SOURCES, `${file}.ts`)],
  ),
);
/** A part that this script writes, with the name of a service, a member or `types`. */
const GENERATED = /(?<=<!-- (\S+), generated from the sources -->\n).*?(?=<!-- end of \1 -->)/gs;

const { services, types } = describeServices(ENTRIES);
const parts = new Map([
  ...services.map((service) => [service.name, headOf(service)]),
  ...services.flatMap(({ name, members }) =>
    members.map((one) => [`${name}.${one.name}`, memberOf(name, one)]),
  ),
  [
    'types',
    types
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(typeOf)
      .join('\n'),
  ],
]);

const before = readFileSync(DOCUMENT, 'utf8');
const unwritten = new Set(parts.keys());
const written = before.replace(GENERATED, (_, name) => {
  if (!parts.has(name)) giveUp(`docs/services.md describes ${name}, which does not exist`);
  unwritten.delete(name);
  return `\n${parts.get(name)}\n`;
});
if (unwritten.size > 0) giveUp(`docs/services.md has no section of ${[...unwritten].join(', ')}`);
checkExamples(written);
if (written !== before) {
  if (process.argv.includes('--check')) giveUp('docs/services.md is not up to date: npm run services');
  writeFileSync(DOCUMENT, written);
  console.log('docs/services.md written');
}

function headOf({ entry, text }) {
  return `${text.join(' ')}\n\nImported from \`${entry}\`.\n`;
}

function memberOf(service, { signature, text }) {
  return `\`\`\`ts signature\n${signature}\n\`\`\`\n\n${paragraphs(text)}\n`;
}

function typeOf({ name, text, parents, alias, fields }) {
  const head = `### ${name}\n\n${text.map((line) => escape(line)).join(' ')}\n`;
  if (alias !== null) return `${head}\n\`\`\`ts signature\n${alias}\n\`\`\`\n`;
  const inherited = parents.length > 0 ? `\nExtends \`${parents.join('`, `')}\`.\n` : '';
  const rows = fields.map(
    (field) => `| \`${field.name}\` | \`${cell(field.type)}\` | ${cell(field.text.join(' '))} |\n`,
  );
  return `${head}${inherited}\n| Field | Type | Meaning |\n| --- | --- | --- |\n${rows.join('')}`;
}

/** Each method has a block of code in the section of its service that uses it. */
function checkExamples(text) {
  const missing = services.flatMap(({ name, members }) => {
    const [section] = text.match(new RegExp(`^## ${name}\\n.*?(?=^## )`, 'ms')) ?? [''];
    const examples = [...section.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => match[1]).join('\n');
    const isUsed = (member) => new RegExp(`\\.${member.name}\\b`).test(examples);
    return members.filter((one) => !isUsed(one)).map((one) => `${name}.${one.name}`);
  });
  if (missing.length > 0) giveUp(`docs/services.md has no example of ${missing.join(', ')}`);
}

/** Paragraphs, and a list of the lines that begin with a dash. */
function paragraphs(lines) {
  return lines
    .map((line, at) => `${at > 0 && !/^- /.test(lines[at - 1]) ? '\n' : ''}${escape(line)}`)
    .join('\n');
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}

function escape(text) {
  return text.replaceAll('<', '\\<');
}
