import type { DocumentPictures, DocumentSettings, PictureFile } from '../settings.js';
import { pageNames } from './page-names.js';
import type { TreeWriter } from '../tree/tree-writer.js';

/** Page numbers whose text cannot be read. */
interface PagesWithoutText {
  /** Pages that contain only pictures. */
  readonly scans: readonly number[];
  /** Pages whose fonts do not declare their characters. */
  readonly illegible: readonly number[];
}

/** Reports pictures that contain the text of a document, and writes the text recognized in them. */
export class PictureText {
  private readonly texts: ReadonlyMap<number, string>;
  private unread: DocumentPictures | null = null;

  constructor(
    private readonly settings: Pick<DocumentSettings, 'findPictures' | 'recognized'>,
    private readonly tree: TreeWriter,
  ) {
    this.texts = new Map(settings.recognized.map(({ page, text }) => [page, text]));
  }

  /** Pictures still to be recognized, if requested. */
  get toRecognize(): DocumentPictures | null {
    return this.settings.findPictures ? this.unread : null;
  }

  has(page: number): boolean {
    return this.texts.has(page);
  }

  /** Reports pages without usable text. @returns warnings about them */
  pagesFound({ scans, illegible }: PagesWithoutText): string[] {
    const isUnread = (page: number) => !this.has(page);
    const [unread, unreadable] = [scans.filter(isUnread), illegible.filter(isUnread)];
    const pages = [...unread, ...unreadable].sort((one, other) => one - other);
    if (pages.length > 0) this.unread = { kind: 'pages', pages };
    const recognized = [...scans, ...illegible].filter((page) => this.has(page));
    return [
      ...about(unread, (name, isOne) => `${name} ${isOne ? 'is a scan' : 'are scans'}${this.remedy}`),
      ...about(
        unreadable,
        (name, isOne) =>
          `${name} ${isOne ? 'has' : 'have'} text in fonts without a character map, which is left out${this.remedy}`,
      ),
      ...about(recognized, (name) => `the text of ${name.toLowerCase()} was recognised in images`),
    ];
  }

  /** Advice for the warning; empty if a recognizer was called. */
  private get remedy(): string {
    const { findPictures, recognized } = this.settings;
    return findPictures || recognized.length > 0 ? '' : ': configure `documents.recognizer` (OCR)';
  }

  /**
   * Reports that the document contains only these pictures, and writes the text recognized in them. @returns warnings
   * about them
   */
  filesFound(files: readonly PictureFile[]): string[] {
    if (files.length === 0) return [];
    const read = files.filter((_, at) => this.has(at + 1)).length;
    files.forEach((_, at) => this.write(at + 1));
    if (read > 0) return [`the text of ${read} of ${files.length} images was recognised`];
    this.unread = { kind: 'files', files };
    return [
      `The document holds only ${files.length === 1 ? 'an image' : `${files.length} images`}${this.remedy}`,
    ];
  }

  /** Writes the text recognized on a page as paragraphs, line by line. */
  write(page: number): void {
    for (const paragraph of (this.texts.get(page) ?? '').split(/\n\s*\n/)) {
      const lines = paragraph.split('\n').filter((line) => line.trim() !== '');
      if (lines.length === 0) continue;
      this.tree.start('p');
      lines.forEach((line, at) => {
        if (at > 0) this.tree.element('br');
        this.tree.text(line.trim());
      });
      this.tree.end();
    }
  }
}

function about(pages: readonly number[], say: (name: string, isOne: boolean) => string): string[] {
  return pages.length === 0 ? [] : [say(pageNames(pages), pages.length === 1)];
}
