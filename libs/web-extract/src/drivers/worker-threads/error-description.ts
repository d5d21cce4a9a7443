import {
  ConversionFailedError,
  DocumentDamagedError,
  DocumentEncryptedError,
  DocumentTooLargeError,
  InvalidRequestError,
  InvalidUrlError,
  UnsupportedContentError,
  WebExtractError,
  type RequestProblem,
} from '../../model/errors.js';

/** An error as data that can cross a thread. */
export interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly problems: readonly RequestProblem[];
}

/** The errors of this package that a conversion may end with. */
const REVIVED: Readonly<Record<string, (description: ErrorDescription) => WebExtractError>> = {
  UnsupportedContentError: () => new UnsupportedContentError('', ''),
  DocumentEncryptedError: () => new DocumentEncryptedError(),
  DocumentDamagedError: () => new DocumentDamagedError(''),
  DocumentTooLargeError: () => new DocumentTooLargeError(''),
  ConversionFailedError: () => new ConversionFailedError('', ''),
  InvalidRequestError: ({ problems }) => new InvalidRequestError(problems),
  InvalidUrlError: () => new InvalidUrlError(''),
};

export function describeError(error: unknown): ErrorDescription {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, problems: error instanceof InvalidRequestError ? error.problems : [] };
}

/** The same class with the same message again; anything unforeseen is a failed conversion of `url`. */
export function reviveError(description: ErrorDescription, url: string): WebExtractError {
  const { name, message, stack } = description;
  const revived = REVIVED[name]?.(description);
  const cause = Object.assign(new Error(message), { name, stack });
  if (!revived) return new ConversionFailedError(url, message, { cause });
  revived.message = message;
  return revived;
}
