import type { MonitorCheck, MonitorCheckPage } from '../../../model/monitor/check.js';
import type { Monitor } from '../../../model/monitor/monitor.js';
import type { Mail } from '../../../model/options/monitor.options.js';

const MAX_SUBJECT_CHARS = 150;
const MAX_DIFF_CHARS = 4_000;

/** Part of a mail about a page. */
export interface MailEntry {
  readonly text: string;
  readonly html: string;
}

/** Writes the mail about a check. Texts of pages are escaped in its HTML form. */
export function writeMail(
  { name }: Pick<Monitor, 'name'>,
  { summary }: Pick<MonitorCheck, 'summary'>,
  entries: readonly MailEntry[],
): Omit<Mail, 'to'> {
  const counts = (['changed', 'new', 'removed', 'error'] as const)
    .filter((status) => summary[status] > 0)
    .map((status) => `${summary[status]} ${status}`)
    .join(', ');
  return {
    subject: oneLine(`${name}: ${counts}`).slice(0, MAX_SUBJECT_CHARS),
    text: [`${name}: ${counts}`, ...entries.map(({ text }) => text)].join('\n\n'),
    html: `<h2>${escapeHtml(name)}: ${escapeHtml(counts)}</h2>${entries.map(({ html }) => html).join('')}`,
  };
}

/** Writes what a mail says about a page; its diff as far as it is shown. */
export function mailEntry(page: MonitorCheckPage, includesDiffs: boolean): MailEntry {
  const { status, url, judgment, error } = page;
  const diff = includesDiffs ? (page.diff?.text?.text ?? '').slice(0, MAX_DIFF_CHARS) : '';
  const notes = [judgment?.reason, error].filter((note): note is string => Boolean(note));
  return {
    text: [`${status}: ${oneLine(url)}`, ...notes, ...(diff === '' ? [] : [diff])].join('\n'),
    html: [
      `<p><b>${status}</b> ${escapeHtml(url)}</p>`,
      ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
      ...(diff === '' ? [] : [`<pre>${escapeHtml(diff)}</pre>`]),
    ].join(''),
  };
}

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char]!);
