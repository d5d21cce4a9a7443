/** A validation problem of a value, in machine-readable form: a code and the violated constraint. */
export type ValidationIssue =
  | { readonly code: 'required' | 'empty' | 'not-negative' | 'integer' | 'future' }
  | { readonly code: 'at-least'; readonly least: number }
  | { readonly code: 'more-than'; readonly bound: number }
  | { readonly code: 'range' | 'integer-range'; readonly least: number; readonly most: number }
  | { readonly code: 'list'; readonly least: number; readonly most: number; readonly of?: 'addresses' }
  | { readonly code: 'text'; readonly mostChars: number }
  | { readonly code: 'chars'; readonly most: number }
  /** A URL that cannot be fetched; the reason follows the name of the value. */
  | { readonly code: 'address'; readonly reason: string }
  | { readonly code: 'no-usable-address' }
  | { readonly code: 'no-words'; readonly reason: string | null }
  | { readonly code: 'batch-full'; readonly most: number }
  | { readonly code: 'nothing-to-extract' }
  | { readonly code: 'cursor' }
  | { readonly code: 'header-name' | 'header-refused' | 'header-value'; readonly header: string }
  | { readonly code: 'header-count' | 'header-name-size'; readonly most: number }
  | { readonly code: 'header-value-size'; readonly mostBytes: number; readonly header: string }
  | { readonly code: 'json-size' | 'options-size'; readonly mostBytes: number }
  | { readonly code: 'no-json' }
  | { readonly code: 'depth'; readonly most: number }
  | { readonly code: 'pattern'; readonly pattern: string; readonly reason: string }
  | { readonly code: 'selector'; readonly selector: string; readonly reason: string }
  | { readonly code: 'selector-size'; readonly reason: string }
  | { readonly code: 'selectors-size'; readonly mostChars: number }
  /** A JSON Schema; the reason follows the name of the value. */
  | { readonly code: 'schema'; readonly reason: string }
  | { readonly code: 'class'; readonly className: string }
  | { readonly code: 'too-costly'; readonly doing: 'compile' | 'match' }
  /** A value that conflicts with others of the same request; the reason follows its name. */
  | { readonly code: 'contradiction'; readonly reason: string };

export type ValidationIssueCode = ValidationIssue['code'];

/** Property names and indexes from the root of a request to a value. */
export type ProblemPath = readonly (string | number)[];
