import type { DocumentPictures, DocumentSettings, PictureFile } from '../../model/page/document.js';
import { pageNames } from './page-names.js';
import type { TreeWriter } from '../tree/tree-writer.js';

/** Numbers of pages whose text cannot be read. */
interface PagesWithoutText {
  /** Pages that hold pictures only. */
  readonly scans: readonly number[];
  /** Pages whose fonts do not state which characters they show. */
  readonly illegible: readonly number[];
}

/** Names the pictures that stand for the text of a document, and writes what was recognised in them. */
export class PictureText {
  private readonly texts: ReadonlyMap<number, string>;
  private unread: DocumentPictures | null = null;

  constructor(
    private readonly settings: Pick<DocumentSettings, 'findPictures' | 'recognized'>,
    private readonly tree: TreeWriter,
  ) {
    this.texts = new Map(settings.recognized.map(({ page, text }) => [page, text]));
  }

  /** Those that nothing was recognised in so far, where they are asked for. */
  get toRecognize(): DocumentPictures | null {
    return this.settings.findPictures ? this.unread : null;
  }

  has(page: number): boolean {
    return this.texts.has(page);
  }

  /** Names pages without usable text. @returns sentences about them */
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

  /** What to do about pictures; nothing where a recogniser was asked. */
  private get remedy(): string {
    const { findPictures, recognized } = this.settings;
    return findPictures || recognized.length > 0 ? '' : ': configure `documents.recognizer` (OCR)';
  }

  /** The document holds these pictures and no text. What was recognised in them is written. @returns sentences about it */
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

  /** Writes what was recognised on a page: paragraphs, line by line. */
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
