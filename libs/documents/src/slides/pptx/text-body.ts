import type { BlockStyle, BlockWriter } from '../../tree/block-writer.js';
import { RunList, type Run, type RunStyle } from '../../tree/run.js';
import { formulaTex } from '../../office/formula.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import type { Relation } from '../../containers/ooxml/office-package.js';
import { isFixedName } from '../../office/fixed-name.js';
import { levelName, type PlaceholderKey, type SlideBase } from './placeholders.js';

/** Context that affects the format of text. */
interface TextPlace {
  readonly key: PlaceholderKey | null;
  readonly base: SlideBase;
  readonly relations: ReadonlyMap<string, Relation>;
}

type Bullet = { readonly kind: 'none' | 'mark' } | { readonly kind: 'number'; readonly start: number };

const NO_BULLET: Bullet = { kind: 'none' };

/** Text runs of a paragraph. */
export function paragraphRuns(
  paragraph: XmlElement,
  { relations }: Pick<TextPlace, 'relations'>,
): readonly Run[] {
  const runs = new RunList();
  addRuns(paragraph, runs, relations);
  return runs.runs;
}

function addRuns(parent: XmlElement, runs: RunList, relations: TextPlace['relations']): void {
  for (const child of parent.elements) {
    if (child.name === 'a:r') addText(child, runs, relations);
    else if (child.name === 'a:br') runs.add({ kind: 'break' });
    else if (child.name === 'a:fld' && child.attr('type') !== 'slidenum') addText(child, runs, relations);
    else if (child.name === 'm:oMath' || child.name === 'm:oMathPara')
      runs.add({ kind: 'formula', tex: formulaTex(child), isBlock: false });
    else if (child.name === 'mc:AlternateContent' || child.name === 'mc:Choice' || child.name.endsWith(':m'))
      addRuns(child, runs, relations);
  }
}

function addText(run: XmlElement, runs: RunList, relations: TextPlace['relations']): void {
  const style = runStyle(run.child('a:rPr'), relations);
  const [first = '', ...lines] = (run.child('a:t')?.text ?? '')
    .replace(/_x000[bB]_/g, '\v')
    .split(/\v|\r?\n/);
  runs.text(first, style);
  for (const line of lines) {
    runs.add({ kind: 'break' });
    runs.text(line, style);
  }
}

function runStyle(properties: XmlElement | null, relations: TextPlace['relations']): RunStyle {
  const is = (name: string) => /^(?:1|true)$/.test(properties?.attr(name) ?? '');
  const baseline = Number(properties?.attr('baseline') ?? 0);
  const link = properties?.child('a:hlinkClick');
  const target = link ? relations.get(link.attr('r:id') ?? '') : undefined;
  return {
    bold: is('b'),
    italic: is('i'),
    strike: /^(?:sng|dbl)Strike$/.test(properties?.attr('strike') ?? ''),
    raised: baseline > 0 ? 'sup' : baseline < 0 ? 'sub' : null,
    code: isFixed(properties?.child('a:latin') ?? null),
    href: target?.isExternal ? target.target : null,
  };
}

/** True if the lower four bits of the pitch family, or the name, indicate a monospaced font. */
function isFixed(font: XmlElement | null): boolean {
  if (!font) return false;
  const pitch = Number(font.attr('pitchFamily') ?? 0) & 0x0f;
  return pitch === 1 || isFixedName(font.attr('typeface') ?? '');
}

/** Writes the paragraphs of a shape, with the bullets and numbers of the shape, its layout or its master. */
export class TextBody {
  private readonly models: readonly XmlElement[];
  private readonly counts: number[] = [];
  private readonly inherited: Bullet[] = [];

  constructor(
    private readonly body: XmlElement,
    private readonly place: TextPlace,
    private readonly name: string,
  ) {
    const { key, base } = place;
    const inherited = key ? base.models(key).flatMap((shape) => shape.child('p:txBody') ?? []) : [];
    this.models = [body, ...inherited];
  }

  write(blocks: BlockWriter): void {
    for (const paragraph of this.body.all('a:p')) {
      const runs = paragraphRuns(paragraph, this.place);
      if (runs.length > 0) blocks.paragraph(this.styleOf(paragraph, runs), runs);
    }
  }

  private styleOf(paragraph: XmlElement, runs: readonly Run[]): BlockStyle {
    const properties = paragraph.child('a:pPr');
    const level = levelOf(properties);
    const bullet = this.bulletOf(properties, level);
    const kind = isTyped(runs) ? 'typed' : 'text';
    this.counts.length = Math.min(this.counts.length, level + 1);
    if (bullet.kind === 'none') {
      this.counts.length = Math.min(this.counts.length, level);
      return { kind };
    }
    const isOrdered = bullet.kind === 'number';
    const number = isOrdered
      ? (this.counts[level] = Math.max((this.counts[level] ?? 0) + 1, bullet.start))
      : null;
    return { kind, list: { key: this.name, level, indent: null, isOrdered, number } };
  }

  private bulletOf(properties: XmlElement | null, level: number): Bullet {
    return bulletIn(properties) ?? (this.inherited[level] ??= this.inheritedBullet(level));
  }

  private inheritedBullet(level: number): Bullet {
    for (const model of this.models) {
      const styles = model.child('a:lstStyle');
      const found = bulletIn(styles?.child(levelName(level)) ?? null);
      if (found) return found;
    }
    return bulletIn(this.place.base.levelStyle(this.place.key, level)) ?? NO_BULLET;
  }
}

function levelOf(properties: XmlElement | null): number {
  const level = Number(properties?.attr('lvl') ?? 0);
  return level > 0 ? Math.min(Math.trunc(level), 8) : 0;
}

function bulletIn(properties: XmlElement | null): Bullet | null {
  for (const child of properties?.elements ?? []) {
    if (child.name === 'a:buNone') return NO_BULLET;
    if (child.name === 'a:buChar')
      return { kind: (child.attr('char') ?? '').trim() === '' ? 'none' : 'mark' };
    if (child.name === 'a:buBlip') return { kind: 'mark' };
    if (child.name === 'a:buAutoNum') {
      const start = Number(child.attr('startAt') ?? 1);
      return { kind: 'number', start: start >= 1 ? Math.trunc(start) : 1 };
    }
  }
  return null;
}

function isTyped(runs: readonly Run[]): boolean {
  return runs.every((run) =>
    run.kind === 'text' ? run.style.code || run.text.trim() === '' : run.kind === 'break',
  );
}
