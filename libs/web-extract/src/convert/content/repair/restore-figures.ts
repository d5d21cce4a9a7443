import { CAPTION_MARK, isElement, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { Within } from '../block-features/element-kinds.js';
import { foldText } from '../../schema-org/schema-values.js';
import { lineOfBlock } from '../block-features/page-features.js';
import type { OutlineMedia, PageOutline } from '../block-features/page-outline.js';
import { RunningTotal } from '../block-features/running-total.js';
import type { BlockVerdicts } from '../removal-plan.js';

/** Texts of a figure: its caption, credits, the names of a gallery's pictures. */
const MOST = { figure: { blocks: 6, chars: 1_000 }, wrapper: { blocks: 2, chars: 300 } };
/** Elements between a picture and the element that holds it with its caption. */
const MAX_LEVELS = 8;
/** Levels between a figure and the element that holds the text around it. */
const MAX_LEVELS_TO_TEXT = 3;
/** Blocks between a picture above the text and the first of the text. */
const MAX_ABOVE_TEXT = 6;
const MIN_PIXELS = 100;
const PICTURES = new Set(['img', 'picture', 'video', 'iframe', 'svg', 'canvas']);
/** Pictures of the site and of people. */
const NO_FIGURE =
  /(?:^|[\s_-])(?:avatar|author|byline|profile|logo|icon|badge|emoji|ad|ads|advert|sponsor|promo|teaser|card|related|recommended|thumb-?list|share|social)(?:s?[\s_-]|$)/i;
const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)(?:$|[?#/:])/i;

/** A picture that stays, with the text beside it. */
export interface RestoredFigure {
  readonly medium: OutlineMedia;
  /** The element that holds the picture and its caption. */
  readonly holder: PageElement;
  /** Its caption and credits; of a picture without a description only what says more than whose it is. */
  readonly caption: string;
}

/**
 * Finds pictures whose text around them is kept: a caption of three words looks like a part of the site where it is judged
 * by itself, and takes the picture along.
 */
export function restoreFigures(outline: PageOutline, verdicts: BlockVerdicts): RestoredFigure[] {
  if (outline.media.length === 0) return [];
  const kept = RunningTotal.of(verdicts.length, (at) => (verdicts[at] === null ? 1 : 0));
  const captioned = new Set<number>();
  const figures: RestoredFigure[] = [];
  for (const medium of outline.media) {
    if (!PICTURES.has(medium.element.name)) continue;
    const figure = figureOf(medium, { outline, kept });
    if (figure < 0 || !isShown(figure, medium, { outline, kept, verdicts })) continue;
    const isFirst = medium.element.name === 'img' && !captioned.has(figure);
    if (isFirst) captioned.add(figure);
    const caption = isFirst ? captionOf(figure, medium, outline) : '';
    figures.push({ medium, holder: outline.elements[figure] as PageElement, caption });
  }
  return figures;
}

/** Writes the captions onto the pictures, and onto the elements around both for the format `html`. */
export function writeCaptions(figures: readonly RestoredFigure[]): void {
  for (const { medium, holder, caption } of figures) {
    if (caption === '') continue;
    medium.element.attribs[CAPTION_MARK] = caption;
    holder.attribs[CAPTION_MARK] = caption;
  }
}

function captionOf(
  figure: number,
  { element }: OutlineMedia,
  { blocks, firstBlock, endBlock }: PageOutline,
): string {
  const alt = foldText(element.attribs['alt'] ?? '');
  const texts = blocks.slice(firstBlock[figure], endBlock[figure]).map(lineOfBlock);
  const captions = texts.filter((text) => foldText(text) !== alt && (alt !== '' || !isCredit(text)));
  return captions.join(' ');
}

/** Says only whose picture it is. */
const CREDIT =
  /^[\s([|/–—-]*(?:(?:fotos?|photos?|bild(?:er|quelle|nachweis)?|images?|imagen|imagem|immagine|kuva|credits?|crédits?|créditos?|quelle|source|fuente|fonte|źródło|fot|archiv|illustration|grafik|picture|copyright|via)(?:\s+(?:by|von|par|de|di|credit|courtesy))?\s*[:.|/©]|(?:photo|photograph|image|picture)s? (?:by|courtesy|credit)\b|©|\(c\))/iu;
const AGENCY =
  /(?:getty(?: images)?|reuters|\b(?:afp|dpa|epa|efe|ansa|ap)\b|imago|picture alliance|shutterstock|unsplash|pixabay|pexels|istock|adobe ?stock|alamy|scanpix)[\w\s./)-]{0,30}$/iu;
const MAX_CREDIT_CHARS = 100;
const MAX_AGENCY_CHARS = 60;

function isCredit(text: string): boolean {
  if (text.length > MAX_CREDIT_CHARS) return false;
  return CREDIT.test(text) || (text.length <= MAX_AGENCY_CHARS && AGENCY.test(text));
}

interface FigureContext {
  readonly outline: PageOutline;
  /** Kept blocks. */
  readonly kept: RunningTotal;
}

/** The largest element that holds the picture and a caption, none of it kept; -1 for a picture without one. */
function figureOf({ holder }: OutlineMedia, { outline, kept }: FigureContext): number {
  const { parents, firstBlock, endBlock, blocks } = outline;
  let figure = -1;
  for (let at = holder, level = 0; at > 0 && level < MAX_LEVELS; at = parents[at]!, level++) {
    const [first, end] = [firstBlock[at]!, endBlock[at]!];
    if (kept.sum(first, end) > 0) break;
    const { name } = outline.elements[at] as PageElement;
    const most = name === 'figure' ? MOST.figure : MOST.wrapper;
    if (end - first > MOST.figure.blocks) break;
    let chars = 0;
    for (let block = first; block < end; block++) chars += blocks[block]!.chars;
    if (end > first && end - first <= most.blocks && chars <= most.chars) figure = at;
  }
  return figure;
}

function isShown(
  figure: number,
  { element }: OutlineMedia,
  context: FigureContext & { readonly verdicts: BlockVerdicts },
): boolean {
  const { outline, verdicts } = context;
  const { blocks, firstBlock, endBlock, within } = outline;
  let [chars, linkChars] = [0, 0];
  for (let at = firstBlock[figure]!; at < endBlock[figure]!; at++) {
    const block = blocks[at]!;
    if (verdicts[at] !== 'outside the content' || block.within & (Within.heading | Within.control))
      return false;
    chars += block.chars;
    linkChars += block.linkChars;
  }
  if (within[figure]! & (Within.link | Within.aside)) return false;
  if (isNamed(figure, outline) || isSmall(element)) return false;
  if (linkChars > 0.5 * chars && !isImageLink(element)) return false;
  return isInText(figure, context);
}

/** The figure, or an element inside it around the picture, is named as another kind of picture. */
function isNamed(figure: number, { elements }: PageOutline): boolean {
  const { attribs } = elements[figure] as PageElement;
  return NO_FIGURE.test(attribs['class'] ?? '') || NO_FIGURE.test(attribs['id'] ?? '');
}

function isSmall({ attribs }: PageElement): boolean {
  const sizes = [attribs['width'], attribs['height']].map(Number).filter((size) => size > 0);
  const isLow = sizes.length === 2 && sizes.every((size) => size < MIN_PIXELS);
  return isLow || NO_FIGURE.test(attribs['class'] ?? '');
}

/** A link to the picture in full size. */
function isImageLink(element: PageElement): boolean {
  let up = element.parent;
  for (let level = 0; up && level < MAX_LEVELS; level++, up = up.parent) {
    if (isElement(up) && up.name === 'a') return IMAGE_FILE.test(up.attribs['href'] ?? '');
  }
  return false;
}

/** Text that is kept stands around the figure, or it leads or ends that text. */
function isInText(figure: number, { outline, kept }: FigureContext): boolean {
  const { parents, firstBlock, endBlock, blocks } = outline;
  const [first, end] = [firstBlock[figure]!, endBlock[figure]!];
  let at = parents[figure]!;
  for (let level = 0; at >= 0 && level < MAX_LEVELS_TO_TEXT; at = parents[at]!, level++) {
    const before = kept.sum(firstBlock[at]!, first);
    const after = kept.sum(end, endBlock[at]!);
    if (before > 0 && after > 0) return true;
    if (after > 0) return kept.sum(end, Math.min(blocks.length, end + MAX_ABOVE_TEXT)) > 0;
    if (before > 0) return level === 0 && kept.sum(Math.max(0, first - 1), first) > 0;
  }
  return false;
}
