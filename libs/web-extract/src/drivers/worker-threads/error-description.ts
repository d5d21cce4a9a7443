import {
  ConversionFailedError,
  DocumentDamagedError,
  DocumentEncryptedError,
  DocumentTooLargeError,
  ExtractionFailedError,
  InvalidRequestError,
  InvalidUrlError,
  NotConfiguredError,
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
  /** Set for a NotConfiguredError. */
  readonly lack?: Pick<NotConfiguredError, 'remedy' | 'found' | 'missing' | 'missingCount'>;
}

/** The errors of this package that work in a thread may end with. */
const REVIVED: Readonly<Record<string, (description: ErrorDescription) => WebExtractError>> = {
  UnsupportedContentError: () => new UnsupportedContentError('', ''),
  DocumentEncryptedError: () => new DocumentEncryptedError(),
  DocumentDamagedError: () => new DocumentDamagedError(''),
  DocumentTooLargeError: () => new DocumentTooLargeError(''),
  ConversionFailedError: () => new ConversionFailedError('', ''),
  InvalidRequestError: ({ problems }) => new InvalidRequestError(problems),
  InvalidUrlError: () => new InvalidUrlError(''),
  ExtractionFailedError: () => new ExtractionFailedError(''),
  NotConfiguredError: ({ message, lack }) => new NotConfiguredError(message, lack),
};

export function describeError(error: unknown): ErrorDescription {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const problems = error instanceof InvalidRequestError ? error.problems : [];
  if (!(error instanceof NotConfiguredError)) return { name, message, stack, problems };
  const { remedy, found, missing, missingCount } = error;
  const lack = { remedy, found, ...(missing && missingCount ? { missing, missingCount } : {}) };
  return { name, message, stack, problems, lack };
}

/** The same class with the same message again; anything unforeseen is what `unforeseen` makes of it. */
export function reviveError(
  description: ErrorDescription,
  unforeseen: (message: string, options: ErrorOptions) => WebExtractError,
): WebExtractError {
  const { name, message, stack } = description;
  const revived = REVIVED[name]?.(description);
  const cause = Object.assign(new Error(message), { name, stack });
  if (!revived) return unforeseen(message, { cause });
  revived.message = message;
  return revived;
}
