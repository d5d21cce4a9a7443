import { IfPresent, IsStringList } from '../bodies/validators.js';

export const MAX_PATTERNS = 1_000;

/** Which addresses of a site are meant, in the words of v1 and v2. */
export class PatternFields {
  /**
   * Regular expressions searched in the path: only URLs that match one are included.
   * @default []
   */
  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  includePaths?: string[];

  /**
   * Regular expressions searched in the path: URLs that match one are excluded.
   * @default []
   */
  @IfPresent()
  @IsStringList(MAX_PATTERNS)
  excludePaths?: string[];
}
