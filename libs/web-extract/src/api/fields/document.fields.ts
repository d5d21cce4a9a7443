import { IsBoolean, IsInt, Min } from 'class-validator';
import { IfPresent } from '../bodies/validators.js';

/** Options for documents such as PDFs in v1. */
export class DocumentFields {
  /**
   * Turn PDFs into text; else the file is answered in base64.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  parsePDF?: boolean;

  /** Most pages of a document. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxPages?: number;

  /**
   * Mark where pages of a document begin.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  pageMarkers?: boolean;

  /**
   * Take the notes of slides along.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  speakerNotes?: boolean;
}
