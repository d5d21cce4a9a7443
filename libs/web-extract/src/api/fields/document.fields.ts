import { IsBoolean, IsInt, Min } from 'class-validator';
import { IfPresent } from '../bodies/validators.js';

/** Options for documents such as PDFs in v1. */
export class DocumentFields {
  /**
   * Convert PDFs to text; if false, the file is returned in base64.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  parsePDF?: boolean;

  /** Maximum number of pages of a document. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxPages?: number;

  /**
   * Mark the page breaks of documents.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  pageMarkers?: boolean;

  /** Include the speaker notes of slides. Defaults to the setting of the host, which is true. */
  @IfPresent()
  @IsBoolean()
  speakerNotes?: boolean;

  /** Include hidden sheets, rows, columns, slides and text. Defaults to the setting of the host, which is false. */
  @IfPresent()
  @IsBoolean()
  hidden?: boolean;
}
