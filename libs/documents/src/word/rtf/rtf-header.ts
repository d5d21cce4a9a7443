import type { DocumentFacts } from '../../document-reader.js';
import type { WordListLevel, WordStyle, WordTables } from '../word-tables.js';
import { become, type GroupState } from './rtf-state.js';

const FACTS: ReadonlyMap<string, keyof DocumentFacts> = new Map(
  Object.entries({
    title: 'title',
    author: 'author',
    subject: 'description',
    keywords: 'keywords',
    doccomm: 'description',
  } as const),
);
const DATES: ReadonlyMap<string, 'createdAt' | 'modifiedAt'> = new Map(
  Object.entries({
    creatim: 'createdAt',
    revtim: 'modifiedAt',
  } as const),
);

/** Reads the header of a file: fonts, styles, lists and metadata. */
export class RtfHeader {
  private number = 0;
  private fact = '';
  private date: Record<string, number> = {};
  private style: { number: number; isCharacter: boolean; style: WordStyle } | null = null;
  private levels: WordListLevel[] = [];
  private listId = 0;

  constructor(
    private readonly tables: WordTables,
    private readonly facts: DocumentFacts,
  ) {}

  /** Number of the font being defined. */
  get font(): number {
    return this.number;
  }

  text({ destination }: GroupState, text: string): void {
    if (destination === 'fonts') {
      const font = this.tables.fonts.get(this.number);
      if (font) font.name += text.replace(';', '');
    } else if (destination === 'styles') {
      if (this.style) this.style.style.name += text.replace(';', '');
    } else if (destination === 'fact') this.fact += text;
    else if (destination === 'levelText') {
      const level = this.levels.at(-1);
      if (level && text.replace(/[;\s]/g, '') !== '') level.hasText = true;
    }
  }

  control(group: GroupState, word: string, value: number | null): void {
    switch (group.destination) {
      case 'fonts':
        return this.fontControl(group, word, value);
      case 'styles':
        return this.styleControl(word, value);
      case 'lists':
      case 'listLevel':
        return this.listControl(group, word, value);
      case 'overrides':
        if (word === 'listid') this.listId = value ?? 0;
        else if (word === 'ls') this.tables.overrides.set(value ?? 0, this.listId);
        return;
      case 'info':
        return this.infoControl(group, word, value);
    }
  }

  private fontControl(group: GroupState, word: string, value: number | null): void {
    if (word === 'f') {
      this.number = value ?? 0;
      this.tables.fonts.set(this.number, { name: '', charset: null, isFixed: false });
      return;
    }
    const font = this.tables.fonts.get(this.number);
    if (!font) return;
    if (word === 'fcharset') font.charset = value;
    else if (word === 'fmodern' || (word === 'fprq' && value === 1)) font.isFixed = true;
    else if (word === 'falt') become(group, 'skip');
  }

  private styleControl(word: string, value: number | null): void {
    if (word === 's' || word === 'cs' || word === 'ds' || word === 'ts') {
      const style: WordStyle = { name: '', basedOn: null, outlineLevel: null, font: null };
      this.style = { number: value ?? 0, isCharacter: word === 'cs', style };
      if (word === 's') this.tables.styles.set(value ?? 0, style);
      else if (word === 'cs') this.tables.characterStyles.set(value ?? 0, style);
      return;
    }
    const style = this.style?.style;
    if (!style) return;
    if (word === 'sbasedon') style.basedOn = value;
    else if (word === 'outlinelevel' && value !== null && value >= 0 && value < 9)
      style.outlineLevel = value + 1;
    else if (word === 'f') style.font = value;
  }

  private listControl(group: GroupState, word: string, value: number | null): void {
    const level = this.levels.at(-1);
    switch (word) {
      case 'list':
        this.levels = [];
        return;
      case 'listid':
        this.tables.lists.set(value ?? 0, this.levels);
        return;
      case 'listlevel':
        if (this.levels.length < 9) this.levels.push({ format: 0, start: 1, hasText: false, indent: null });
        return;
      case 'levelnfc':
      case 'levelnfcn':
        if (level) level.format = value ?? 0;
        return;
      case 'levelstartat':
        if (level) level.start = value ?? 1;
        return;
      case 'li':
        if (level) level.indent = value;
        return;
      case 'leveltext':
        return become(group, 'levelText');
      case 'listname':
      case 'liststylename':
        return become(group, 'skip');
    }
  }

  private infoControl(group: GroupState, word: string, value: number | null): void {
    const fact = FACTS.get(word);
    const date = DATES.get(word);
    if (fact) {
      this.fact = '';
      become(group, 'fact', () => this.keepFact(fact));
    } else if (date) {
      this.date = {};
      group.onClose = () => (this.facts[date] = dateOf(this.date));
    } else if (/^(?:yr|mo|dy|hr|min|sec)$/.test(word)) this.date[word] = value ?? 0;
    else if (word === 'operator' || word === 'company' || word === 'category' || word === 'manager')
      become(group, 'skip');
  }

  private keepFact(name: keyof DocumentFacts): void {
    const text = this.fact.replace(/\s+/g, ' ').trim();
    if (text !== '' && name !== 'numPages') this.facts[name] ??= text;
  }
}

function dateOf({ yr, mo = 1, dy = 1, hr = 0, min = 0, sec = 0 }: Record<string, number>): string | null {
  if (!yr || yr > 9999) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(yr).padStart(4, '0')}-${two(mo)}-${two(dy)}T${two(hr)}:${two(min)}:${two(sec)}`;
}
