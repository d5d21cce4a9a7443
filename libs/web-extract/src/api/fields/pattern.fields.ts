import { IfPresent, IsStringList } from '../bodies/validators.js';

export const MAX_PATTERNS = 1_000;

/** Which addresses of a site are meant, in the words of v1 and v2. */
export class PatternFields {
  /**
   * Regular expressions, searched in the path: only what one of them matches is taken.
   * @default []
   */
  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  includePaths?: string[];

  /**
   * Regular expressions, searched in the path: what one of them matches is left out.
   * @default []
   */
  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  excludePaths?: string[];
}
