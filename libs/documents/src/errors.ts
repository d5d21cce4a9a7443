/** A document cannot be read. */
export abstract class DocumentError extends Error {
  constructor(
    /** The cause as the end of a sentence, such as "its end is missing". */
    readonly reason: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`${problem}: ${reason}`, options);
  }
}

/** A password or a licence is required. */
export class EncryptedDocumentError extends DocumentError {
  constructor(reason = 'it is encrypted: a password is needed', options?: ErrorOptions) {
    super(reason, 'The document cannot be read', options);
  }
}

/** Parts of the document are missing or unreadable. */
export class DamagedDocumentError extends DocumentError {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, 'The document is damaged', options);
  }
}

/** The document is of a kind, or a version of one, that is not read. */
export class UnsupportedDocumentError extends DocumentError {
  /**
   * @param kind such as "a document of Word 6 or 95"
   * @param remedy such as "save it as docx"
   */
  constructor(
    readonly kind: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(remedy, `The document is ${kind}, which cannot be converted`, options);
  }
}

/** A limit was exceeded before any content was written. */
export class OversizedDocumentError extends DocumentError {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, 'The document is too large', options);
  }
}
