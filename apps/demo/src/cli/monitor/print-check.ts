import { paintDiff } from '../terminal/paint-diff';
import { printable } from '../terminal/printable';
import type { Terminal } from '../terminal/terminal';
import type { CheckPageAnswer } from './monitor-answers';

const BOLD = '\u001b[1m';
const RESET = '\u001b[0m';

/** Prints a page of a check: its status, its judgement and its diff, coloured on a terminal. */
export async function printPage(page: CheckPageAnswer, terminal: Terminal): Promise<void> {
  const { url, status, error, warning, judgment, diff } = page;
  await terminal.print(`\n${printable(`${status} ${url}`)}\n`, bold);
  if (error !== null) await terminal.print(`error: ${printable(error)}\n`);
  if (warning !== undefined) await terminal.print(`warning: ${printable(warning)}\n`);
  if (judgment) {
    const verdict = judgment.meaningful ? 'meaningful' : 'not meaningful';
    await terminal.print(`${verdict} (${judgment.confidence}): ${printable(judgment.reason)}\n`);
  }
  if (diff?.text) await terminal.print(`${diff.text.replace(/\n$/, '')}\n`, paintDiff);
  else if (diff?.json) await terminal.print(`${JSON.stringify(diff.json, null, 2)}\n`);
}

const bold = (text: string): string => `${BOLD}${text.replace(/\n$/, '')}${RESET}\n`;
