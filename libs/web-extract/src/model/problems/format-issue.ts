import type { ValidationIssue, ValidationIssueCode, ProblemPath } from './validation-issue.js';

/** Formats a problem, with the names used in the path: those of the services, or of an API version. */
export function formatIssue<Code extends ValidationIssueCode>(
  fault: ValidationIssue & { readonly code: Code },
  path: ProblemPath,
): string {
  const say = SENTENCES[fault.code] as (fault: ValidationIssue, name: string, holder: string) => string;
  return say(fault, nameOf(path), nameOf(path.slice(0, -1)));
}

const nameOf = (path: ProblemPath): string => path.join('.');

/** `holder` is the list or object that contains the value. */
type Sentences = {
  readonly [Code in ValidationIssueCode]: (
    fault: Extract<ValidationIssue, { readonly code: Code }> & ValidationIssue,
    name: string,
    holder: string,
  ) => string;
};

const SENTENCES: Sentences = {
  required: (_, name) => `${name} is required`,
  empty: (_, name) => `${name} is empty`,
  'not-negative': (_, name) => `${name} must not be negative`,
  integer: (_, name) => `${name} must be an integer`,
  future: (_, name) => `${name} must be a time to come`,
  'at-least': ({ least }, name) => `${name} must be at least ${least}`,
  'more-than': ({ bound }, name) => `${name} must be more than ${bound}`,
  range: ({ least, most }, name) => `${name} must be ${least} to ${most}`,
  'integer-range': ({ least, most }, name) => `${name} must be an integer from ${least} to ${most}`,
  list: ({ least, most, of }, name) =>
    `${name} must be a list of ${least > 0 ? `${least} to` : 'at most'} ${most}${of ? ` ${of}` : ''}`,
  text: ({ mostChars }, name) => `${name} must be a text of at most ${mostChars} characters`,
  chars: ({ most }, name) => `${name} must be at most ${most} characters`,
  address: ({ reason }, name) => `${name} ${reason}`,
  'no-usable-address': (_, name) => `${name} holds no address that can be read`,
  'no-words': ({ reason }, name) =>
    reason === null ? `${name} is required without a prompt` : `${name} is required: ${reason}`,
  'batch-full': ({ most }, name) => `${name} would make more than ${most} addresses of the batch`,
  'nothing-to-extract': (_, name) => `${name} needs a schema or a prompt`,
  cursor: (_, name) => `${name} is none of this watch`,
  'header-name': ({ header }) => `header name ${JSON.stringify(header)} is not valid`,
  'header-refused': ({ header }) => `header ${header} cannot be set`,
  'header-value': ({ header }) => `the value of header ${header} has characters that a header cannot carry`,
  'header-count': ({ most }, name) => `${name} has more than ${most} headers`,
  'header-name-size': ({ most }, name) => `${name} has a name of more than ${most} characters`,
  'header-value-size': ({ mostBytes, header }, _, holder) =>
    `${holder} has a value of more than ${mostBytes} bytes: ${header}`,
  'json-size': ({ mostBytes }, name) => `${name} is larger than ${mostBytes} bytes of JSON`,
  'options-size': ({ mostBytes }, name) =>
    `${name} is too large: all options of a crawl may have ${mostBytes} bytes of JSON`,
  'no-json': (_, name) => `${name} cannot be written as JSON`,
  depth: ({ most }, name) => `${name} is nested deeper than ${most} levels`,
  pattern: ({ pattern, reason }, _, holder) =>
    `${holder} holds "${pattern}", which cannot be used: ${reason}`,
  selector: ({ selector, reason }) => `"${selector}" is not a valid CSS selector: ${reason}`,
  'selector-size': ({ reason }, _, holder) => `${holder} ${reason}`,
  'selectors-size': ({ mostChars }, name) => `${name} holds more than ${mostChars} characters of selectors`,
  schema: ({ reason }, name) => `${name || 'schema'} ${reason}`,
  class: ({ className }, name) => `${name}: the class ${className} has no decorated properties`,
  'too-costly': ({ doing }, name) => `${name} takes too much time or memory to ${doing}`,
  contradiction: ({ reason }, name) => `${name} ${reason}`,
};
