// The commands and snippets of README.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/ready/run.mjs';

const PARTS_OF_THE_REPOSITORY = /<!-- in the repository -->\n.*?<!-- end -->\n/gs;

/** The code of README.md by its language, without what the package leaves out: commands as single lines, snippets with their line. */
export function readReadme() {
  const whole = readWhole();
  const text = whole.replace(PARTS_OF_THE_REPOSITORY, '');
  const blocks = readBlocks(text);
  const of = (language) => blocks.filter((block) => block.language === language).map(({ code }) => code);
  const inline = [...text.replace(/^```.*?^```/gms, '').matchAll(/`((?:curl|npx|npm) [^`]+)`/g)];
  return {
    lines: whole.split('\n').length,
    commands: [...of('sh').flatMap(toCommands), ...inline.map(([, command]) => command)],
    snippets: of('ts'),
    answers: of('json').map((code) => JSON.parse(code)),
    others: blocks.filter(({ language }) => !['sh', 'ts', 'json'].includes(language)),
  };
}

/** The commands for a clone of the repository, in their order. */
export function readCloneCommands() {
  const parts = [...readWhole().matchAll(PARTS_OF_THE_REPOSITORY)].flatMap(([part]) => readBlocks(part));
  return parts.filter(({ language }) => language === 'sh').flatMap(({ code }) => toCommands(code));
}

const readWhole = () => readFileSync(join(ROOT, 'README.md'), 'utf8');

const readBlocks = (text) =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language, code]) => ({ language, code }));

/** The commands of a block, without comments. */
function toCommands(code) {
  return code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '');
}
