import { shownPage } from '../redact-url.js';
import { WebExtractError } from './web-extract-error.js';

/** The media type of the response contains no text. */
export class UnsupportedContentError extends WebExtractError {
  readonly code = 'SCRAPE_UNSUPPORTED_FILE_ERROR';

  /** @param remedy what the caller can do, such as "save it as docx" */
  constructor(url: string, contentType: string, remedy = '', options?: ErrorOptions) {
    super(`${subjectOf(url)} is ${unconvertible(contentType, remedy)}`, options);
  }

  /** The message without the URL, which for uploaded files is only a name. */
  get problem(): string {
    return this.message.replace(/^\S.*? is (?=an? |[\w.+-]+\/[\w.+-]+,)/, '');
  }
}

/** A page by its URL; an uploaded file has none. */
function subjectOf(url: string): string {
  return shownPage(url) ?? 'The file';
}

function unconvertible(kind: string, remedy: string): string {
  return `${kind}, which cannot be converted${remedy === '' ? '' : `: ${remedy}`}`;
}

/** The response could not be converted within the limits of the converter. */
export class ConversionFailedError extends WebExtractError {
  readonly code = 'SCRAPE_CONVERSION_FAILED';

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`${subjectOf(url)} could not be converted: ${reason}`, options);
  }
}

/** The document requires a password or a licence. */
export class DocumentEncryptedError extends WebExtractError {
  readonly code = 'SCRAPE_DOCUMENT_ENCRYPTED_ERROR';

  constructor(reason = 'it is encrypted: a password is needed', options?: ErrorOptions) {
    super(`The document cannot be read: ${reason}`, options);
  }
}

/** The document is damaged: parts of it are missing or unreadable. */
export class DocumentDamagedError extends WebExtractError {
  readonly code = 'SCRAPE_DOCUMENT_DAMAGED_ERROR';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The document is damaged: ${reason}`, options);
  }
}

/** The document exceeds the conversion limits before any content was extracted. */
export class DocumentTooLargeError extends WebExtractError {
  readonly code = 'SCRAPE_DOCUMENT_TOO_LARGE_ERROR';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The document is too large: ${reason}`, options);
  }
}

/** The file type of the upload is not supported. */
export class UnsupportedFileError extends WebExtractError {
  readonly code = 'UNSUPPORTED_FILE';

  /** @param problem such as "image/png, which cannot be converted" */
  constructor(problem: string, options?: ErrorOptions) {
    super(`The file is ${problem}`, options);
  }
}

/** The uploaded file exceeds the size limit of the host. */
export class UploadTooLargeError extends WebExtractError {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(maxBytes: number, options?: ErrorOptions) {
    super(`The file is larger than ${maxBytes} bytes`, options);
  }
}
