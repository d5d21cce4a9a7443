import type { DocumentFacts } from '../../document-reader.js';
import type { DocumentBudget } from '../../document-budget.js';
import { fieldMeaning } from '../fields.js';
import { decodeBytes } from './rtf-encoding.js';
import { plainParagraph, WordFlow, type WordBlock, type WordCell } from '../word/word-blocks.js';
import { plainCharacter, type Destination, type GroupState } from './rtf-state.js';
import type { WordDocument } from '../word/word-writer.js';
import { WordTables, type WordListLevel, type WordStyle } from '../word/word-tables.js';
import { rtfTokens } from './rtf-tokens.js';

/** Deeper groups look like the one around them. */
const MAX_DEPTH = 1_000;
const MAX_SKIP = 10;
const MAX_CELLS = 1_000;

const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  '~': '\u00a0',
  _: '-',
  '{': '{',
  '}': '}',
  '\\': '\\',
};

/** Words that begin what is no text of the document. */
const SKIPPED: ReadonlySet<string> = new Set(
  (
    'colortbl pict header headerl headerr headerf footer footerl footerr footerf annotation atnid atnauthor listtext pntext ' +
    'xe tc nonshppict shprslt objdata bkmkstart bkmkend nonesttables ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn txe rxe ' +
    'generator filetbl revtbl rsidtbl template nesttableprops levelnumbers pntxta pntxtb buptim printim'
  ).split(' '),
);
/** Words behind a star whose groups are read all the same. */
const KNOWN_STARRED: ReadonlySet<string> = new Set(
  'fldinst listtable listoverridetable shppict shpinst pn cs ts footnote shptxt'.split(' '),
);
const FACTS: Readonly<Record<string, keyof DocumentFacts>> = {
  title: 'title',
  author: 'author',
  subject: 'description',
  keywords: 'keywords',
  doccomm: 'description',
};
const DATES: Readonly<Record<string, 'createdAt' | 'modifiedAt'>> = {
  creatim: 'createdAt',
  revtim: 'modifiedAt',
};

/** Reads an RTF file. What it has read by then is there when a budget is spent. */
export class RtfParser implements WordDocument {
  readonly tables = new WordTables();
  readonly notes = new Map<string, readonly WordBlock[]>();
  private readonly main = new WordFlow();
  private readonly flows: WordFlow[] = [this.main];
  private readonly groups: GroupState[] = [];
  private group: GroupState = this.root();
  private beyondDepth = 0;
  private isStarred = false;
  private toSkip = 0;
  private bytes: number[] = [];
  private instruction = '';
  private fieldHref: string | null = null;
  private isFieldHidden = false;
  private fact = '';
  private date: Record<string, number> = {};
  private merges: WordCell['merge'][] = [];
  private merge: { right: 'begin' | 'go on' | null; down: 'begin' | 'go on' | null } = {
    right: null,
    down: null,
  };
  private font: number = 0;
  private style: { number: number; isCharacter: boolean; style: WordStyle } | null = null;
  private levels: WordListLevel[] = [];
  private listId = 0;

  constructor(
    private readonly budget: DocumentBudget,
    private readonly facts: DocumentFacts,
  ) {}

  get blocks(): readonly WordBlock[] {
    return this.main.blocks;
  }

  read(source: string): void {
    for (const token of rtfTokens(source)) {
      this.budget.spend('elements');
      if (token.kind === 'text') this.text(token.text);
      else if (token.kind === 'byte') this.byte(token.byte);
      else if (token.kind === 'control') this.control(token.word, token.value);
      else if (token.kind === 'open') this.open();
      else if (this.close()) break;
    }
  }

  /** Ends what is under way. */
  finish(): void {
    while (this.groups.length > 0) this.close();
    this.flushBytes();
    this.main.finish(this.group.paragraph);
  }

  private root(): GroupState {
    return {
      destination: 'text',
      character: plainCharacter(0),
      paragraph: plainParagraph(),
      unicodeSkip: 1,
      key: '',
      href: null,
      onClose: null,
    };
  }

  private get flow(): WordFlow {
    return this.flows.at(-1)!;
  }

  private open(): void {
    this.flushBytes();
    this.toSkip = 0;
    this.isStarred = false;
    if (this.groups.length >= MAX_DEPTH) {
      this.beyondDepth++;
      return;
    }
    this.groups.push(this.group);
    const { character, paragraph } = this.group;
    this.group = { ...this.group, character: { ...character }, paragraph: { ...paragraph }, onClose: null };
  }

  /** @returns whether that was the end of the file */
  private close(): boolean {
    this.flushBytes();
    this.toSkip = 0;
    if (this.beyondDepth > 0) {
      this.beyondDepth--;
      return false;
    }
    this.group.onClose?.();
    const around = this.groups.pop();
    if (!around) return true;
    // a paragraph goes on behind a group within it, with what the group said of it
    const { paragraph, destination } = this.group;
    this.group = around;
    if (destination === 'text' && around.destination === 'text') this.group.paragraph = paragraph;
    return this.groups.length === 0;
  }

  private byte(byte: number): void {
    if (this.toSkip > 0) {
      this.toSkip--;
      return;
    }
    this.bytes.push(byte);
  }

  private text(written: string): void {
    let text = written;
    if (this.toSkip > 0) {
      const skipped = Math.min(this.toSkip, text.length);
      this.toSkip -= skipped;
      text = text.slice(skipped);
    }
    // letters beyond ASCII are bytes too
    if (/[\x80-\xff]/.test(text) || this.bytes.length > 0)
      for (const char of text) this.bytes.push(char.charCodeAt(0));
    else this.add(text);
  }

  private flushBytes(): void {
    if (this.bytes.length === 0) return;
    const font = this.tables.fonts.get(
      this.group.destination === 'fonts' ? this.font : this.group.character.font,
    );
    const bytes = Uint8Array.from(this.bytes);
    this.bytes = [];
    this.add(decodeBytes(bytes, font?.charset ?? null, this.tables.codePage));
  }

  private add(text: string): void {
    if (text === '') return;
    switch (this.group.destination) {
      case 'text':
        return this.addText(text);
      case 'fonts': {
        const font = this.tables.fonts.get(this.font);
        if (font) font.name += text.replace(';', '');
        return;
      }
      case 'styles':
        if (this.style) this.style.style.name += text.replace(';', '');
        return;
      case 'fact':
        this.fact += text;
        return;
      case 'instruction':
        this.instruction += text;
        return;
      case 'levelText': {
        const level = this.levels.at(-1);
        if (level && text.replace(/[;\s]/g, '') !== '') level.hasText = true;
      }
    }
  }

  private addText(text: string): void {
    const { character, href } = this.group;
    if (character.hidden || this.isFieldHidden) return;
    const { runs } = this.flow;
    runs.text(text, {
      bold: character.bold,
      italic: character.italic,
      strike: character.strike,
      raised: character.raised,
      code:
        this.tables.isFixed(character.font) ||
        (character.style !== null && this.tables.isCodeStyle(character.style)),
      href,
    });
    if (text.trim() !== '') this.flow.sized(character.size);
  }

  private control(word: string, value: number | null): void {
    if (word === '*') {
      this.isStarred = true;
      return;
    }
    if (this.toSkip > 0 && word !== 'u') {
      this.toSkip--;
      return;
    }
    const isStarred = this.isStarred;
    this.isStarred = false;
    if (this.group.destination === 'skip') return;
    if (word !== 'u') this.flushBytes();
    if (isStarred && !KNOWN_STARRED.has(word)) return this.become('skip');
    if (SKIPPED.has(word)) return this.become('skip');
    if (this.group.destination === 'text') this.textControl(word, value);
    else this.tableControl(word, value);
  }

  private become(destination: Destination, onClose: (() => void) | null = null): void {
    this.group.destination = destination;
    this.group.onClose = onClose;
  }

  private unicode(value: number | null): void {
    const code = value ?? 0;
    this.flushBytes();
    this.add(String.fromCharCode(code < 0 ? code + 65_536 : code));
    this.toSkip = this.group.unicodeSkip;
  }

  private textControl(word: string, value: number | null): void {
    const sign = SIGNS[word];
    if (sign !== undefined) return this.add(sign);
    if (this.characterControl(word, value) || this.paragraphControl(word, value)) return;
    switch (word) {
      case 'u':
        return this.unicode(value);
      case 'uc':
        this.group.unicodeSkip = skipOf(value);
        return;
      case 'ansicpg':
        this.tables.codePage = value ?? 1252;
        return;
      case 'mac':
        this.tables.codePage = 10_000;
        return;
      case 'deff':
        this.tables.defaultFont = value ?? 0;
        this.group.character.font = value ?? 0;
        return;
      case 'fonttbl':
        return this.become('fonts');
      case 'stylesheet':
        return this.become('styles');
      case 'listtable':
        return this.become('lists');
      case 'listoverridetable':
        return this.become('overrides');
      case 'info':
        return this.become('info');
      case 'fldinst':
        this.instruction = '';
        return this.become('instruction', () => this.endInstruction());
      case 'fldrslt':
        return this.beginResult();
      case 'footnote':
        return this.beginNote();
      case 'shptxt':
        return this.beginBox();
    }
  }

  /** @returns whether the word was one of these */
  private characterControl(word: string, value: number | null): boolean {
    const { character } = this.group;
    const isOn = value !== 0;
    switch (word) {
      case 'plain':
        this.group.character = plainCharacter(this.tables.defaultFont);
        return true;
      case 'b':
        character.bold = isOn;
        return true;
      case 'i':
        character.italic = isOn;
        return true;
      case 'strike':
      case 'striked':
        character.strike = isOn;
        return true;
      case 'v':
      case 'deleted':
        character.hidden = isOn;
        return true;
      case 'super':
      case 'sub':
        character.raised = isOn ? (word === 'super' ? 'sup' : 'sub') : null;
        return true;
      case 'nosupersub':
        character.raised = null;
        return true;
      case 'f':
        character.font = value ?? 0;
        return true;
      case 'fs':
        character.size = value ?? 24;
        return true;
      case 'cs':
        character.style = value;
        return true;
      default:
        return false;
    }
  }

  private paragraphControl(word: string, value: number | null): boolean {
    const { paragraph } = this.group;
    switch (word) {
      case 'par':
      case 'sect':
      case '\n':
      case '\r':
        this.flow.endParagraph(paragraph);
        return true;
      case 'line':
      case 'lbr':
        this.flow.runs.add({ kind: 'break' });
        return true;
      case 'pard':
        this.group.paragraph = plainParagraph();
        return true;
      case 's':
        paragraph.style = value ?? 0;
        return true;
      case 'outlinelevel':
        paragraph.outlineLevel = value !== null && value >= 0 && value < 9 ? value + 1 : null;
        return true;
      case 'ls':
        paragraph.list = value ?? 0;
        return true;
      case 'ilvl':
        paragraph.level = Math.min(Math.max(value ?? 0, 0), 8);
        return true;
      case 'li':
      case 'lin':
        paragraph.indent = value ?? 0;
        return true;
      case 'fi':
        paragraph.firstIndent = value ?? 0;
        return true;
      case 'pnlvlblt':
        paragraph.oldList = 'mark';
        return true;
      case 'pndec':
      case 'pnlvlbody':
        paragraph.oldList = 'number';
        return true;
      default:
        return this.tableRowControl(word);
    }
  }

  private tableRowControl(word: string): boolean {
    const { paragraph } = this.group;
    switch (word) {
      case 'intbl':
        paragraph.inTable = true;
        return true;
      case 'trowd':
        this.merges = [];
        this.merge = { right: null, down: null };
        return true;
      case 'clmgf':
        this.merge.right = 'begin';
        return true;
      case 'clmrg':
        this.merge.right = 'go on';
        return true;
      case 'clvmgf':
        this.merge.down = 'begin';
        return true;
      case 'clvmrg':
        this.merge.down = 'go on';
        return true;
      case 'cellx':
        if (this.merges.length < MAX_CELLS) this.merges.push(this.merge);
        this.merge = { right: null, down: null };
        return true;
      case 'cell':
        this.flow.endCell(paragraph);
        return true;
      case 'nestcell':
        this.flow.endParagraph({ ...paragraph, inTable: true });
        return true;
      case 'row':
        this.flow.endRow(this.merges);
        return true;
      default:
        return false;
    }
  }

  private endInstruction(): void {
    const meaning = fieldMeaning(this.instruction.trim());
    this.fieldHref = typeof meaning === 'object' ? meaning.href : null;
    this.isFieldHidden = false;
    if (meaning === 'nothing') this.fieldHref = '';
  }

  private beginResult(): void {
    const href = this.fieldHref;
    this.fieldHref = null;
    // an empty address stands for a number of the page
    if (href === '') {
      this.isFieldHidden = true;
      this.group.onClose = () => (this.isFieldHidden = false);
    } else if (href !== null) this.group.href = href;
  }

  private beginNote(): void {
    const name = `note ${this.notes.size}`;
    this.notes.set(name, []);
    this.flow.runs.add({ kind: 'note', note: name });
    const flow = new WordFlow();
    this.flows.push(flow);
    this.group.paragraph = plainParagraph();
    this.group.character.raised = null;
    this.group.onClose = () => {
      flow.finish(this.group.paragraph);
      this.flows.pop();
      this.notes.set(name, flow.blocks);
      this.group.destination = 'skip'; // what it said of paragraphs holds for the note alone
    };
  }

  private beginBox(): void {
    const flow = new WordFlow();
    this.flows.push(flow);
    this.group.paragraph = plainParagraph();
    this.group.onClose = () => {
      flow.finish(this.group.paragraph);
      this.flows.pop();
      this.flow.boxes.push(...flow.blocks);
      this.group.destination = 'skip';
    };
  }

  private tableControl(word: string, value: number | null): void {
    if (word === 'u') return this.unicode(value);
    if (word === 'uc') {
      this.group.unicodeSkip = skipOf(value);
      return;
    }
    switch (this.group.destination) {
      case 'fonts':
        return this.fontControl(word, value);
      case 'styles':
        return this.styleControl(word, value);
      case 'lists':
      case 'listLevel':
        return this.listControl(word, value);
      case 'overrides':
        if (word === 'listid') this.listId = value ?? 0;
        else if (word === 'ls') this.tables.overrides.set(value ?? 0, this.listId);
        return;
      case 'info':
        return this.infoControl(word, value);
      case 'instruction':
      case 'fact':
        if (SIGNS[word] !== undefined) this.add(SIGNS[word]);
    }
  }

  private fontControl(word: string, value: number | null): void {
    if (word === 'f') {
      this.font = value ?? 0;
      this.tables.fonts.set(this.font, { name: '', charset: null, isFixed: false });
      return;
    }
    const font = this.tables.fonts.get(this.font);
    if (!font) return;
    if (word === 'fcharset') font.charset = value;
    else if (word === 'fmodern' || (word === 'fprq' && value === 1)) font.isFixed = true;
    else if (word === 'falt') this.become('skip');
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

  private listControl(word: string, value: number | null): void {
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
        return this.become('levelText');
      case 'listname':
      case 'liststylename':
        return this.become('skip');
    }
  }

  private infoControl(word: string, value: number | null): void {
    const fact = FACTS[word];
    const date = DATES[word];
    if (fact) {
      this.fact = '';
      this.become('fact', () => this.keepFact(fact));
    } else if (date) {
      this.date = {};
      this.group.onClose = () => (this.facts[date] = dateOf(this.date));
    } else if (/^(?:yr|mo|dy|hr|min|sec)$/.test(word)) this.date[word] = value ?? 0;
    else if (word === 'operator' || word === 'company' || word === 'category' || word === 'manager')
      this.become('skip');
  }

  private keepFact(name: keyof DocumentFacts): void {
    const text = this.fact.replace(/\s+/g, ' ').trim();
    if (text !== '' && name !== 'numPages') this.facts[name] ??= text;
  }
}

/** Nobody writes a letter in more than a few others. */
function skipOf(value: number | null): number {
  return value !== null && value >= 0 && value <= MAX_SKIP ? value : 1;
}

function dateOf({ yr, mo = 1, dy = 1, hr = 0, min = 0, sec = 0 }: Record<string, number>): string | null {
  if (!yr || yr > 9999) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(yr).padStart(4, '0')}-${two(mo)}-${two(dy)}T${two(hr)}:${two(min)}:${two(sec)}`;
}
