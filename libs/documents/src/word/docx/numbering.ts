import type { XmlElement } from '../../containers/xml/xml-element.js';
import { listLabel, numberStyle, type LabelledLevel } from '../../office/number-label.js';
import { indentOf, switchAt } from './styles.js';

const LEVELS = 9;
/** Maximum length of a label, which is written for each paragraph of its level. */
const MAX_LABEL_CHARS = 255;

interface Level extends LabelledLevel {
  /** `continuation`: neither bullet nor number, so the paragraph belongs to the previous item. */
  readonly kind: 'bullet' | 'number' | 'continuation';
  readonly indent: number | null;
  /** Level after which the count restarts; null: any higher level. */
  readonly restartsAfter: number | null;
}

interface Numbering {
  /** Numberings of one family share their counts. */
  readonly family: string;
  readonly levels: readonly Level[];
  /** Levels that restart with the first paragraph of this numbering. */
  readonly restarts: ReadonlyMap<number, number>;
}

/** Position of a paragraph in its numbering. */
export interface NumberedPlace {
  readonly kind: Level['kind'];
  readonly number: number;
  /** Label such as `2.1.` or `Article 3`. */
  readonly label: string;
  readonly indent: number | null;
}

/** The numberings of a text document and their current counts. */
export class NumberingCounter {
  private readonly abstracts = new Map<string, XmlElement>();
  private readonly byStyle = new Map<string, XmlElement>();
  private readonly nums = new Map<string, XmlElement>();
  private readonly numberings = new Map<string, Numbering | null>();
  private readonly counts = new Map<string, (number | null)[]>();
  private readonly begun = new Set<string>();
  private readonly levelsByStyle = new Map<XmlElement, ReadonlyMap<string, number>>();

  constructor(root: XmlElement | null) {
    for (const element of root?.all('w:abstractNum') ?? []) {
      this.abstracts.set(element.attr('w:abstractNumId') ?? '', element);
      const style = element.child('w:styleLink')?.attr('w:val');
      if (style) this.byStyle.set(style, element);
    }
    for (const element of root?.all('w:num') ?? []) this.nums.set(element.attr('w:numId') ?? '', element);
  }

  /** Level assigned to a style: a style refers to a numbering, and the numbering assigns a level to the style. */
  levelOfStyle(id: string, style: string): number | null {
    const abstract = this.abstractOf(id);
    return (abstract && this.stylesOf(abstract).get(style)) ?? null;
  }

  /** Levels of a numbering by style. */
  private stylesOf(abstract: XmlElement): ReadonlyMap<string, number> {
    const known = this.levelsByStyle.get(abstract);
    if (known) return known;
    const levels = new Map<string, number>();
    for (const level of abstract.all('w:lvl')) {
      const style = level.child('w:pStyle')?.attr('w:val') ?? null;
      if (style !== null && !levels.has(style)) levels.set(style, levelNumber(level));
    }
    this.levelsByStyle.set(abstract, levels);
    return levels;
  }

  /** Counts a paragraph. Returns null if the numbering does not exist. */
  next(id: string, level: number): NumberedPlace | null {
    const numbering = this.numbering(id);
    const at = Math.min(Math.max(level, 0), LEVELS - 1);
    const format = numbering?.levels[at];
    if (!numbering || !format) return null;
    const counts = this.countsOf(numbering, id);
    const number = (counts[at] ?? format.start - 1) + 1;
    counts[at] = number;
    for (let deeper = at + 1; deeper < LEVELS; deeper++) {
      const after = numbering.levels[deeper]?.restartsAfter ?? null;
      if (after === null || at < after) counts[deeper] = null;
    }
    return {
      kind: format.kind,
      number,
      label: listLabel(numbering.levels, counts, at),
      indent: format.indent,
    };
  }

  private countsOf({ family, restarts }: Numbering, id: string): (number | null)[] {
    const counts = this.counts.get(family) ?? Array.from({ length: LEVELS }, () => null);
    this.counts.set(family, counts);
    if (!this.begun.has(id)) {
      this.begun.add(id);
      for (const [level, start] of restarts) counts[level] = start - 1;
    }
    return counts;
  }

  private numbering(id: string): Numbering | null {
    const known = this.numberings.get(id);
    if (known !== undefined) return known;
    const made = this.read(id);
    this.numberings.set(id, made);
    return made;
  }

  private read(id: string): Numbering | null {
    const num = this.nums.get(id);
    const abstract = this.abstractOf(id);
    if (!num || !abstract) return null;
    const levels: Level[] = [];
    for (const element of abstract.all('w:lvl')) levels[levelNumber(element)] = readLevel(element);
    const restarts = new Map<number, number>();
    for (const override of num.all('w:lvlOverride')) {
      const at = levelNumber(override);
      const own = override.child('w:lvl');
      if (own) levels[at] = readLevel(own);
      const start = numberOf(override.child('w:startOverride'));
      if (start !== null) restarts.set(at, start);
    }
    return { family: abstract.attr('w:abstractNumId') ?? id, levels, restarts };
  }

  private abstractOf(id: string): XmlElement | null {
    const name = this.nums.get(id)?.child('w:abstractNumId')?.attr('w:val');
    const abstract = this.abstracts.get(name ?? '');
    const style = abstract?.child('w:numStyleLink')?.attr('w:val');
    return (style && this.byStyle.get(style)) || abstract || null;
  }
}

function readLevel(element: XmlElement): Level {
  // a format of Word 2010 or later with a fallback for earlier versions
  const written = element.child('w:numFmt') ?? element.find('w:numFmt');
  const format = written?.attr('w:val') ?? 'decimal';
  const text = (element.child('w:lvlText')?.attr('w:val') ?? '').slice(0, MAX_LABEL_CHARS);
  const isMark = format === 'bullet' || format === 'none' || !text.includes('%');
  const properties = element.child('w:pPr');
  return {
    kind: !isMark ? 'number' : text.trim() === '' ? 'continuation' : 'bullet',
    style: numberStyle(format),
    isLegal: switchAt(element, 'w:isLgl') ?? false,
    text,
    start: numberOf(element.child('w:start')) ?? 1,
    indent: properties && indentOf(properties),
    restartsAfter: numberOf(element.child('w:lvlRestart')),
  };
}

function levelNumber(element: XmlElement): number {
  const level = Number(element.attr('w:ilvl') ?? 0);
  return level >= 0 && level < LEVELS ? Math.trunc(level) : 0;
}

function numberOf(element: XmlElement | null): number | null {
  const value = element?.attr('w:val') ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}
