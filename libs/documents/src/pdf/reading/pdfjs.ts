import { ContentInflate } from './content-inflate.js';
import type { PdfOperators } from './pdf-operators.js';
import { proxySignal } from './proxy-signal.js';
import { tellingWhenOver } from './work-clock.js';
import type { Matrix } from '../lines/geometry.js';

/**
 * The parts of pdf.js used here. Its own type declarations require the DOM library, which a worker thread does not
 * have.
 */
interface PdfJs {
  readonly getDocument: (options: Record<string, unknown>) => PdfLoadingTask;
}

interface PdfLoadingTask {
  readonly promise: Promise<PdfDocument>;
  destroy(): Promise<void>;
}

export interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getMetadata(): Promise<{ info: Record<string, unknown>; metadata: PdfXmp | null }>;
  getOutline(): Promise<readonly PdfOutlineItem[] | null>;
  getDestination(name: string): Promise<readonly unknown[] | null>;
  getPageIndex(ref: unknown): Promise<number>;
  getAnnotationsByType(
    types: ReadonlySet<number>,
    pageIndexesToSkip: ReadonlySet<number>,
  ): Promise<readonly PdfAnnotation[] | null>;
}

interface PdfXmp {
  get(name: string): string | readonly string[] | null;
}

export interface PdfOutlineItem {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly PdfOutlineItem[];
}

export interface PdfPage {
  /** Left, bottom, right and top of the visible part in page coordinates. */
  readonly view: readonly number[];
  getViewport(options: { scale: number }): {
    readonly transform: Matrix;
    readonly width: number;
    readonly height: number;
  };
  getAnnotations(): Promise<readonly PdfAnnotation[]>;
  getStructTree(): Promise<PdfStructNode | null>;
  cleanup(): boolean;
  readonly commonObjs: { has(id: string): boolean; get(id: string): unknown };
  /** Private API: the only way to read the operators in chunks. The public method has no limit. */
  readonly _transport: { readonly messageHandler: PdfMessageHandler };
}

interface PdfMessageHandler {
  sendWithStream(action: string, data: Record<string, unknown>): ReadableStream<PdfOperators>;
}

export interface PdfAnnotation {
  readonly annotationFlags?: number;
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly quadPoints?: ArrayLike<number> | null;
  readonly url?: string;
  readonly unsafeUrl?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  /** Values that mean that a check box or a radio button is on. */
  readonly exportValue?: string | null;
  readonly buttonValue?: string | null;
  readonly hidden?: boolean;
  readonly hasAppearance?: boolean;
  readonly password?: boolean;
  readonly multiLine?: boolean;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
  readonly defaultAppearanceData?: { readonly fontSize: number } | null;
}

export interface PdfStructNode {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly alt?: string;
  readonly lang?: string;
  readonly children?: readonly PdfStructNode[];
}

/** Glyph argument of a text operator; a number in its place is an offset in thousandths of the font size. */
export interface PdfGlyph {
  readonly unicode: string;
  /** Character code in the content stream. */
  readonly originalCharCode?: number;
  readonly width: number;
  /** True if its code is the one to which word spacing applies; fonts may assign any character to it. */
  readonly isSpace: boolean;
  readonly vmetric?: readonly number[] | null;
}

export interface PdfFont {
  readonly name?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly italic?: boolean;
  readonly vertical?: boolean;
  readonly fallbackName?: string;
  readonly fontMatrix?: readonly number[];
  readonly isType3Font?: boolean;
  /** Names of glyphs by code, where the file states them. */
  readonly differences?: unknown;
  /** True if its codes are those of a character map. */
  readonly composite?: boolean;
  /** Its character map, whose name is empty if codes are the numbers of glyphs. */
  readonly cMap?: { readonly name?: string } | null;
  /** Characters by code, which the file states or pdf.js assumes. */
  readonly toUnicode?: { readonly _map?: unknown } | null;
}

/** Operator codes, unchanged since the first release of pdf.js. */
export const OPERATOR = {
  setGState: 9,
  save: 10,
  restore: 11,
  transform: 12,
  stroke: 20,
  closeStroke: 21,
  fill: 22,
  eoFill: 23,
  fillStroke: 24,
  eoFillStroke: 25,
  closeFillStroke: 26,
  closeEOFillStroke: 27,
  endPath: 28,
  clip: 29,
  eoClip: 30,
  beginText: 31,
  setCharSpacing: 33,
  setWordSpacing: 34,
  setHScale: 35,
  setLeading: 36,
  setFont: 37,
  setTextRise: 39,
  moveText: 40,
  setLeadingMoveText: 41,
  setTextMatrix: 42,
  nextLine: 43,
  showText: 44,
  setStrokeRGBColor: 58,
  setFillRGBColor: 59,
  beginMarkedContent: 69,
  beginMarkedContentProps: 70,
  endMarkedContent: 71,
  paintFormXObjectBegin: 74,
  paintFormXObjectEnd: 75,
  beginAnnotation: 80,
  endAnnotation: 81,
  constructPath: 91,
} as const;

/** Stub: pdf.js registers parsed fonts with the browser, but nothing is rendered here. */
class UnusedFontFace {
  readonly loaded = Promise.resolve();
}

/** Stub of the document in which pdf.js registers fonts. */
export const FONT_OWNER = { fonts: { add: () => undefined, delete: () => undefined } };

let loading: Promise<PdfJs> | null = null;

/** Loads pdf.js with the first document of a thread; later documents share it. */
export function loadPdfJs(): Promise<PdfJs> {
  return (loading ??= importPdfJs());
}

async function importPdfJs(): Promise<PdfJs> {
  // This build requires `transferToFixedLength`, which Node provides from version 21; without it the operators of a
  // page silently end early.
  const buffers = ArrayBuffer.prototype as { transferToFixedLength?: unknown };
  buffers.transferToFixedLength ??= function (this: ArrayBuffer, length = this.byteLength) {
    const copy = new ArrayBuffer(length);
    new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
    return copy;
  };
  (globalThis as { FontFace?: unknown }).FontFace ??= UnusedFontFace;
  (globalThis as { DecompressionStream: unknown }).DecompressionStream = ContentInflate;
  Date.now = tellingWhenOver(Date.now);
  globalThis.structuredClone = proxySignal(structuredClone);
  const { getResolvedPDFJS } = await import('unpdf');
  return (await getResolvedPDFJS()) as unknown as PdfJs;
}
