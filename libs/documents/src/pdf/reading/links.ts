import { overlap, transformBox, type Box, type Matrix } from '../lines/geometry.js';
import type { TextPiece } from '../graphics/page-graphics.js';
import type { PdfAnnotation } from './pdfjs.js';

/** Clickable area of a page. */
interface LinkArea extends Box {
  readonly href: string;
}

/** Supported URL schemes; links with other schemes are ignored. */
const ADDRESS = /^(?:https?|ftp|mailto|tel):/i;
/** Maximum number of link areas per page. */
const MAX_AREAS = 5_000;
/** Minimum share of the text height inside a link area. */
const MIN_HEIGHT_INSIDE = 0.5;

/** Links of one page by position. */
export class LinkAreas {
  constructor(private readonly areas: readonly LinkArea[]) {}

  /** Areas that overlap the piece. */
  on({ left, right, baseline, size }: TextPiece): readonly LinkArea[] {
    if (this.areas.length === 0) return this.areas;
    const top = baseline - 0.7 * size;
    return this.areas.filter(
      (area) =>
        overlap(area.left, area.right, left, right) > 0 &&
        overlap(area.top, area.bottom, top, baseline) > MIN_HEIGHT_INSIDE * (baseline - top),
    );
  }

  hrefAt(areas: readonly LinkArea[], x: number): string | null {
    for (const { left, right, href } of areas) if (x >= left && x <= right) return href;
    return null;
  }
}

/** Link annotations of a page with their areas, one for each line of the link text. */
export function linkAreasOf(annotations: readonly PdfAnnotation[], transform: Matrix): LinkAreas {
  const areas = annotations.slice(0, MAX_AREAS).flatMap(({ subtype, rect, quadPoints, url, unsafeUrl }) => {
    const href = (url ?? unsafeUrl ?? '').trim();
    if (subtype !== 'Link' || !rect || !ADDRESS.test(href)) return [];
    return boxesOf(rect, quadPoints ?? null).map((box) => ({ ...transformBox(transform, box), href }));
  });
  return new LinkAreas(areas.slice(0, MAX_AREAS));
}

/** Quad points contain four corners for each line; without them the annotation rectangle is used. */
function boxesOf(rect: readonly number[], quads: ArrayLike<number> | null): Box[] {
  if (!quads || quads.length < 8) return [boxOf([rect[0]!, rect[2]!], [rect[1]!, rect[3]!])];
  const boxes: Box[] = [];
  for (let i = 0; i + 7 < quads.length; i += 8) {
    const corners = [0, 2, 4, 6].map((k) => i + k);
    boxes.push(
      boxOf(
        corners.map((k) => quads[k]!),
        corners.map((k) => quads[k + 1]!),
      ),
    );
  }
  return boxes;
}

function boxOf(xs: readonly number[], ys: readonly number[]): Box {
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
