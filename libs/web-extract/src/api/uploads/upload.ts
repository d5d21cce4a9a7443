import type { UploadContent } from './upload-content.js';

/** An uploaded file with its options. */
export interface Upload {
  /** Null when no file was sent. */
  readonly file: {
    /** As the caller names it, without folders; it is only ever shown. */
    readonly name: string;
    readonly contentType: string | null;
    readonly content: UploadContent;
  } | null;
  /** The text of the part `options`; null when there is none. */
  readonly options: string | null;
}
