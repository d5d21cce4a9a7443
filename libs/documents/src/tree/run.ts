import { BudgetSpentError, MAX_CHARACTERS } from '../document-budget.js';

/** Text style, reduced to properties with a meaning. */
export interface RunStyle {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  readonly raised?: 'sup' | 'sub' | null;
  /** URL of the link. */
  readonly href?: string | null;
}

/** Part of a paragraph. */
export type Run =
  | { readonly kind: 'text'; readonly text: string; readonly style: RunStyle }
  | { readonly kind: 'break' }
  | { readonly kind: 'picture'; readonly description: string }
  | { readonly kind: 'formula'; readonly tex: string; readonly isBlock: boolean }
  | { readonly kind: 'box'; readonly isChecked: boolean }
  /** Reference to a note, by its name in {@link NoteList}. */
  | { readonly kind: 'note'; readonly note: string };

export const PLAIN: RunStyle = Object.freeze({});

/** Collects the runs of a paragraph; adjacent runs with the same style are merged. */
export class RunList {
  readonly runs: Run[] = [];
  private characters = 0;

  /** Number of characters of its texts. */
  get length(): number {
    return this.characters;
  }

  /** @throws BudgetSpentError if the paragraph exceeds the size limit of a document */
  text(text: string, style: RunStyle = PLAIN): void {
    if (text === '') return;
    this.characters += text.length;
    if (this.characters > MAX_CHARACTERS) throw new BudgetSpentError('characters', MAX_CHARACTERS);
    const last = this.runs.at(-1);
    if (last?.kind === 'text' && looksLike(last.style, style))
      this.runs[this.runs.length - 1] = { ...last, text: last.text + text };
    else this.runs.push({ kind: 'text', text, style });
  }

  add(run: Exclude<Run, { kind: 'text' }>): void {
    this.runs.push(run);
  }

  addAll(runs: readonly Run[]): void {
    for (const run of runs) {
      if (run.kind === 'text') this.text(run.text, run.style);
      else this.add(run);
    }
  }
}

function looksLike(one: RunStyle, other: RunStyle): boolean {
  return (
    one === other ||
    (!one.bold === !other.bold &&
      !one.italic === !other.italic &&
      !one.strike === !other.strike &&
      !one.code === !other.code &&
      (one.raised ?? null) === (other.raised ?? null) &&
      (one.href ?? null) === (other.href ?? null))
  );
}

/** Plain text of a paragraph, with breaks as line feeds. */
export function plainText(runs: readonly Run[]): string {
  let text = '';
  for (const run of runs) {
    if (run.kind === 'text') text += run.text;
    else if (run.kind === 'break') text += '\n';
    else if (run.kind === 'formula') text += run.tex;
  }
  return text;
}

export function isBlank(runs: readonly Run[]): boolean {
  return runs.every((run) => run.kind === 'break' || (run.kind === 'text' && run.text.trim() === ''));
}
