// The commands and snippets of README.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/ready/run.mjs';

/** The code of README.md by its language: commands as single lines, snippets with their line. */
export function readReadme() {
  const whole = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const text = whole.replace(/<!-- in the repository -->\n.*?<!-- end -->\n/gs, '');
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language, code]) => ({
    language,
    code,
  }));
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

/** The commands of a block, without comments. */
function toCommands(code) {
  return code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '');
}
