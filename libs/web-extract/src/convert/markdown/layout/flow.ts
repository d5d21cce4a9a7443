import {
  LayoutElement,
  LayoutText,
  NO_DETAILS,
  type LayoutDetails,
  type LayoutKind,
  type LayoutNode,
} from '../layout-node.js';
import { hasPlainBlanks } from '../../texts/has-plain-blanks.js';
import { chooseDelimiters } from './delimiters.js';
import { isUnsureInLink, placeTexts } from './place-texts.js';
import { UNSEEN } from '../write/unseen-marks.js';
import { endsWide, joinWide, startsWide } from './wide-letters.js';

/** Text elements that are open while their content is laid out. */
interface Frame {
  readonly kind: LayoutKind | null;
  readonly details: LayoutDetails;
  readonly nodes: LayoutNode[];
  hasContent: boolean;
}

/**
 * `blocks` can hold anything; a `line` (after the mark of a heading or definition), a `term`, which begins its line, and a `cell` only text:
 * blocks inside them become separators.
 */
type FlowMode = 'blocks' | 'line' | 'term' | 'cell';

const MAX_NESTING = 24;
/** Marks around marks in a line. Each open one is written again in every further line. */
const MAX_MARKS = 8;
const LOOSE_SPACE = /[\t\n\r\f\u00a0]| {2}/;
const SPACES = /[ \t\n\r\f\u00a0]+/g;
/** Blanks that are kept, and next to which a delimiter is text: the ideographic one, and those of a given width. */
const KEPT_BLANK = /[\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const EMPHASIS: ReadonlySet<LayoutKind | null> = new Set<LayoutKind>(['strong', 'emphasis', 'strike']);

/**
 * Collects what prints, in order: text into lines, lines into blocks. White space is squeezed on the way, and stands
 * outside of emphasis and links; line breaks only between text and text.
 */
export class Flow {
  readonly blocks: LayoutNode[] = [];
  private frames: Frame[] = [{ kind: null, details: NO_DETAILS, nodes: [], hasContent: false }];
  private pendingSpace = false;
  private pendingBreaks = 0;
  private lineHasContent = false;
  /** True if the text so far ends with a letter that needs no blank after it. */
  private endsWide = false;
  /** True if the pending space is a line break of the source. */
  private isSourceBreak = false;

  /** @param depth lists and quotes around this flow @param linkDepth links around it */
  constructor(
    readonly mode: FlowMode = 'blocks',
    readonly depth = 0,
    private linkDepth = 0,
  ) {}

  /**
   * True if a list or quote may open here: deeper ones are flattened, because each level makes all lines
   * longer.
   */
  get canNest(): boolean {
    return this.mode === 'blocks' && this.depth < MAX_NESTING;
  }

  /** True if emphasis may open here: deeper text is written without a further mark. */
  get canMark(): boolean {
    return this.frames.length <= MAX_MARKS;
  }

  /** A flow for the blocks of a list item or quote, which stand as far to the right as below this many levels. */
  nested(levels = 1): Flow {
    return new Flow('blocks', this.depth + levels);
  }

  /** True if there is no output yet. */
  get isEmpty(): boolean {
    return this.blocks.length === 0 && !this.frames[0]!.hasContent;
  }

  get inLink(): boolean {
    return this.linkDepth > 0;
  }

  /** Writes text of the source. */
  text(source: string): void {
    const isUsual = hasPlainBlanks(source);
    const seen = isUsual ? source : source.replace(UNSEEN, '');
    const isLoose = !isUsual && LOOSE_SPACE.test(seen);
    const squeezed = isLoose ? joinWide(seen).replace(SPACES, ' ') : seen;
    const start = squeezed.startsWith(' ') ? 1 : 0;
    if (start > 0) this.addPending(isLoose && breaksAtStart(seen));
    if (squeezed.length === start) return;
    const endsInSpace = squeezed.endsWith(' ');
    const text = squeezed.slice(start, endsInSpace ? -1 : undefined);
    if (this.isSourceBreak && this.endsWide && startsWide(text)) this.pendingSpace = false;
    this.placeText(text);
    this.endsWide = endsWide(text);
    this.pendingSpace = endsInSpace;
    this.isSourceBreak = endsInSpace && isLoose && breaksAtEnd(seen);
  }

  private addPending(isSourceBreak: boolean): void {
    this.isSourceBreak = isSourceBreak && (this.isSourceBreak || !this.pendingSpace);
    this.pendingSpace = true;
  }

  /** White space that was not written as text. */
  space(): void {
    this.addPending(false);
  }

  /** An element that is one piece in its line: an image, code, a formula. */
  atom(kind: LayoutKind, details: LayoutDetails, children: LayoutNode[] = []): void {
    if (kind === 'code' && this.isUnsureCode(details.text!)) return this.placeText(details.text!);
    // Two pieces of code without a space between them would become one.
    if (kind === 'code' && this.lastKind === 'code') this.pendingSpace = true;
    this.makeRoom();
    this.top.nodes.push(new LayoutElement(kind, children, details));
    this.pendingSpace = false;
    this.endsWide = false;
  }

  /**
   * True for code that is written as text: renderers differ on the backslashes before a bar in a cell, and on the end of code with backticks in
   * a link.
   */
  private isUnsureCode(code: string): boolean {
    return (this.mode === 'cell' && code.includes('\\|')) || (this.inLink && isUnsureInLink(code));
  }

  /** Opens an element within the line. It is printed only if content follows before {@link close}. */
  open(kind: LayoutKind, details: LayoutDetails = NO_DETAILS): void {
    if (kind === 'link') this.linkDepth++;
    this.frames.push({ kind, details, nodes: [], hasContent: false });
  }

  close(): void {
    const frame = this.frames.pop()!;
    if (frame.kind === 'link') this.linkDepth--;
    if (!frame.hasContent) return;
    const blanks = EMPHASIS.has(frame.kind) ? takeBlanks(frame.nodes) : NO_BLANKS;
    this.addBlanks(blanks[0]);
    if (frame.nodes.length > 0) this.addElement(frame);
    this.addBlanks(blanks[1]);
  }

  private addElement(frame: Frame): void {
    chooseDelimiters(
      frame.nodes,
      frame.kind === 'strike' ? '~' : frame.kind === 'link' ? '[' : '*',
      frame.kind,
    );
    // a copy takes just the room it needs: links have one node, and there may be very many
    this.top.nodes.push(new LayoutElement(frame.kind!, frame.nodes.slice(), frame.details));
  }

  /** Blanks from the edges of emphasis, where they would keep its delimiters from being any. */
  private addBlanks(blanks: string): void {
    if (blanks !== '') this.appendText(blanks);
  }

  /** A `<br>`. Two of them part paragraphs. */
  lineBreak(): void {
    if (this.mode === 'line' || this.mode === 'term') {
      this.pendingSpace = true;
      return;
    }
    if (++this.pendingBreaks === 2 && this.mode === 'blocks' && !this.inLink) this.endLine();
  }

  /** Ends a line at the edge of a block. */
  endLine(): void {
    if (this.mode === 'blocks') this.addBlock('paragraph', this.takeLine());
    else if (this.mode === 'cell' && this.lineHasContent) this.pendingBreaks = 1;
    else this.pendingSpace = true;
  }

  /** The nodes of the line so far; a new one begins. Elements that are open end with it and go on in the new one. */
  takeLine(): LayoutNode[] {
    const open = this.frames.slice(1);
    while (this.frames.length > 1) this.close();
    const { nodes } = this.frames[0]!;
    this.pendingSpace = false;
    this.pendingBreaks = 0;
    this.lineHasContent = false;
    this.frames = [{ kind: null, details: NO_DETAILS, nodes: [], hasContent: false }];
    for (const { kind, details } of open) this.open(kind!, details);
    chooseDelimiters(nodes, ' ', null);
    placeTexts(nodes, this.mode === 'blocks' || this.mode === 'term');
    return nodes;
  }

  /** Adds a block unless it holds nothing. */
  addBlock(kind: LayoutKind, children: LayoutNode[], details: LayoutDetails = NO_DETAILS): void {
    if (children.length > 0) this.blocks.push(new LayoutElement(kind, children, details));
  }

  /** Adds a block that prints even if it holds nothing. */
  addLeaf(kind: LayoutKind, details: LayoutDetails, children: LayoutNode[] = []): void {
    this.blocks.push(new LayoutElement(kind, children, details));
  }

  private get top(): Frame {
    return this.frames.at(-1)!;
  }

  private get lastKind(): LayoutKind | null {
    const last = this.top.nodes.at(-1);
    return last instanceof LayoutElement ? last.kind : null;
  }

  private placeText(value: string): void {
    this.makeRoom();
    this.appendText(value);
  }

  private appendText(value: string): void {
    const { nodes } = this.top;
    const last = nodes.at(-1);
    if (last instanceof LayoutText) {
      last.value += value;
      return;
    }
    const text = new LayoutText(value);
    text.inLink = this.inLink;
    nodes.push(text);
  }

  /** Writes the pending space or break, then marks all open elements as not empty. */
  private makeRoom(): void {
    if (this.lineHasContent) {
      if (this.pendingBreaks > 0) this.holder.push(new LayoutElement(this.breakKind, []));
      else if (this.pendingSpace) this.addSpace();
    }
    this.pendingBreaks = 0;
    this.pendingSpace = false;
    this.lineHasContent = true;
    for (let at = this.frames.length - 1; at >= 0 && !this.frames[at]!.hasContent; at--) {
      this.frames[at]!.hasContent = true;
    }
  }

  private get breakKind(): LayoutKind {
    return this.mode === 'cell' ? 'cell-break' : 'break';
  }

  /** Spaces and breaks go where content is already, so never to the inner edge of an element. */
  private get holder(): LayoutNode[] {
    let at = this.frames.length - 1;
    while (at > 0 && !this.frames[at]!.hasContent) at--;
    return this.frames[at]!.nodes;
  }

  private addSpace(): void {
    const nodes = this.holder;
    const last = nodes.at(-1);
    if (last instanceof LayoutText) last.value += ' ';
    else nodes.push(new LayoutText(' '));
  }
}

function breaksAtStart(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return true;
    if (code !== 32 && code !== 9) return false;
  }
  return false;
}

function breaksAtEnd(text: string): boolean {
  for (let at = text.length - 1; at >= 0; at--) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return true;
    if (code !== 32 && code !== 9) return false;
  }
  return false;
}

type Blanks = readonly [before: string, after: string];

const NO_BLANKS: Blanks = ['', ''];

/** Takes the blanks from both ends of the nodes of an emphasis; a text of nothing else goes. */
function takeBlanks(nodes: LayoutNode[]): Blanks {
  const [first, last] = [nodes[0], nodes.at(-1)];
  const startsBlank = first instanceof LayoutText && KEPT_BLANK.test(first.value[0]!);
  const endsBlank = last instanceof LayoutText && KEPT_BLANK.test(last.value.at(-1)!);
  if (!startsBlank && !endsBlank) return NO_BLANKS;
  let [before, after] = ['', ''];
  if (startsBlank) {
    const text = first.value.trimStart();
    before = first.value.slice(0, first.value.length - text.length);
    first.value = text;
    if (text === '') nodes.shift();
  }
  if (endsBlank && nodes.length > 0) {
    const text = last.value.trimEnd();
    after = last.value.slice(text.length);
    last.value = text;
    if (text === '') nodes.pop();
  }
  return [before, after];
}
