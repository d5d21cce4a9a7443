import type { XmlElement } from '../../containers/xml/xml-element.js';
import type { OfficePackage } from '../../containers/ooxml/office-package.js';
import type { Box } from '../reading-order.js';

/** Identifies the layout placeholder from which a shape inherits. */
export interface PlaceholderKey {
  readonly type: string;
  readonly index: string | null;
}

/** Placeholder of a shape; null if the shape is not based on one. */
export function placeholderOf(shape: XmlElement): PlaceholderKey | null {
  const properties = shape.elements.find(({ name }) => /^p:nv\w*Pr$/.test(name));
  const placeholder = properties?.at('p:nvPr', 'p:ph');
  return placeholder ? { type: placeholder.attr('type') ?? 'obj', index: placeholder.attr('idx') } : null;
}

/** A layout shape that placeholders inherit from. */
interface Model {
  readonly shape: XmlElement;
  readonly key: PlaceholderKey;
}

/** Maximum number of placeholders; layouts have about a dozen. */
const MAX_MODELS = 200;

function modelsOf(root: XmlElement | null): Model[] {
  const shapes = root?.at('p:cSld', 'p:spTree')?.elements ?? [];
  return shapes
    .flatMap((shape) => {
      const key = placeholderOf(shape);
      return key ? [{ shape, key }] : [];
    })
    .slice(0, MAX_MODELS);
}

/** A layout or master whose own shapes are visible on slides. */
interface Background {
  readonly part: string;
  readonly root: XmlElement;
}

/** False for slides and layouts that hide the shapes of their master. */
export function showsMaster(root: XmlElement): boolean {
  return !/^(?:0|false)$/.test(root.attr('showMasterSp') ?? '');
}

/** The layout of a slide and its master. */
export class SlideBase {
  private readonly found = new Map<string, readonly XmlElement[]>();

  private constructor(
    private readonly layers: readonly (readonly Model[])[],
    /** Default text styles by purpose: `p:titleStyle`, `p:bodyStyle`, `p:otherStyle`. */
    private readonly textStyles: XmlElement | null,
    /** Layout and master, as far as their shapes are shown on the slide. */
    readonly backgrounds: readonly Background[],
  ) {}

  /** @param bases cache of the previous slides by layout name */
  static of(files: OfficePackage, slide: string, bases: Map<string | null, SlideBase>): SlideBase {
    const layout = files.related(slide, 'slideLayout');
    const base = bases.get(layout) ?? SlideBase.read(files, layout);
    bases.set(layout, base);
    return base;
  }

  private static read(files: OfficePackage, layout: string | null): SlideBase {
    const name = layout && files.related(layout, 'slideMaster');
    const [root, master] = [files.tree(layout), files.tree(name)];
    const backgrounds = [
      { part: layout, root },
      { part: name, root: root && showsMaster(root) ? master : null },
    ].flatMap((one) => (one.part !== null && one.root ? [{ part: one.part, root: one.root }] : []));
    return new SlideBase([root, master].map(modelsOf), master?.child('p:txStyles') ?? null, backgrounds);
  }

  /** Shapes that a placeholder inherits from, nearest first. */
  models(key: PlaceholderKey): readonly XmlElement[] {
    const name = `${key.type} ${key.index}`;
    const models = this.found.get(name) ?? this.find(key);
    this.found.set(name, models);
    return models;
  }

  private find(key: PlaceholderKey): XmlElement[] {
    return this.layers.flatMap((models) => models.find((model) => fits(model.key, key))?.shape ?? []);
  }

  /** Default paragraph style for a kind of text at a level. */
  levelStyle(key: PlaceholderKey | null, level: number): XmlElement | null {
    const group = key === null ? 'p:otherStyle' : isTitle(key) ? 'p:titleStyle' : 'p:bodyStyle';
    return this.textStyles?.child(group)?.child(levelName(level)) ?? null;
  }
}

export function levelName(level: number): string {
  return `a:lvl${Math.min(level, 8) + 1}pPr`;
}

export function isTitle({ type }: PlaceholderKey): boolean {
  return type === 'title' || type === 'ctrTitle';
}

/** Maps placeholder types to the types used by masters. */
function family(type: string): string {
  if (type === 'ctrTitle') return 'title';
  return /^(?:obj|subTitle|tbl|chart|dgm|media|pic|clipArt)$/.test(type) ? 'body' : type;
}

function fits(model: PlaceholderKey, key: PlaceholderKey): boolean {
  if (key.index !== null && model.index === key.index) return true;
  return (
    family(model.type) === family(key.type) &&
    (key.index === null || model.index === null || family(key.type) !== 'body')
  );
}

/** Position of a shape, its own or inherited. */
export function boxOf(shapes: readonly XmlElement[]): Box | null {
  for (const shape of shapes) {
    const frame = shape.at('p:spPr', 'a:xfrm') ?? shape.child('p:xfrm') ?? shape.at('p:grpSpPr', 'a:xfrm');
    const offset = frame?.child('a:off');
    const extent = frame?.child('a:ext');
    if (!offset || !extent) continue;
    const left = Number(offset.attr('x'));
    const top = Number(offset.attr('y'));
    const box = {
      left,
      top,
      right: left + Number(extent.attr('cx')),
      bottom: top + Number(extent.attr('cy')),
    };
    if (Object.values(box).every(Number.isFinite)) return box;
  }
  return null;
}
