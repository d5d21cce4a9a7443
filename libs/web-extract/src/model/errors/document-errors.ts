import { redactUrl } from '../redact-url.js';
import { WebExtractError } from './web-extract-error.js';

/** The response is a kind of file that has no text to offer. */
export class UnsupportedContentError extends WebExtractError {
  readonly code = 'SCRAPE_UNSUPPORTED_FILE_ERROR';

  constructor(url: string, contentType: string, options?: ErrorOptions) {
    super(`${redactUrl(url)} is ${contentType}, which cannot be converted`, options);
  }
}

/** The bytes arrived but could not be made into a page within the limits of the converter. */
export class ConversionFailedError extends WebExtractError {
  readonly code = 'SCRAPE_CONVERSION_FAILED';

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`${redactUrl(url)} could not be converted: ${reason}`, options);
  }
}

/** The document can only be opened with a password or a licence. */
export class DocumentEncryptedError extends WebExtractError {
  readonly code = 'SCRAPE_DOCUMENT_ENCRYPTED_ERROR';

  constructor(reason = 'it is encrypted: a password is needed', options?: ErrorOptions) {
    super(`The document cannot be read: ${reason}`, options);
  }
}

/** The document is not what its kind must be: parts are missing or cannot be read. */
export class DocumentDamagedError extends WebExtractError {
  readonly code = 'SCRAPE_DOCUMENT_DAMAGED_ERROR';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The document is damaged: ${reason}`, options);
  }
}

/** The document takes more than may be spent on one, and nothing of it came out by then. */
export class DocumentTooLargeError extends WebExtractError {
  readonly code = 'SCRAPE_DOCUMENT_TOO_LARGE_ERROR';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The document is too large: ${reason}`, options);
  }
}

/** The uploaded file is of a kind that is not converted. */
export class UnsupportedFileError extends WebExtractError {
  readonly code = 'UNSUPPORTED_FILE';

  constructor(contentType: string, options?: ErrorOptions) {
    super(`The file is ${contentType}, which cannot be converted`, options);
  }
}

/** The uploaded file is larger than the host allows. */
export class UploadTooLargeError extends WebExtractError {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(maxBytes: number, options?: ErrorOptions) {
    super(`The file is larger than ${maxBytes} bytes`, options);
  }
}
