import { IsBoolean, IsIn } from 'class-validator';
import { IfPresent, IsWordList } from '../validators.js';

const PARTS = ['comments', 'reviews', 'related'] as const;
const MAX_PARTS = 100;

/** How markdown is written, in the words of v1 and v2. */
export class MarkdownFields {
  @IfPresent()
  @IsIn(['inline', 'text', 'reference'])
  links?: 'inline' | 'text' | 'reference';

  @IfPresent()
  @IsBoolean()
  linkTitles?: boolean;

  @IfPresent()
  @IsIn(['inline', 'alt', 'none'])
  images?: 'inline' | 'alt' | 'none';

  @IfPresent()
  @IsWordList(PARTS, MAX_PARTS)
  include?: (typeof PARTS)[number][];

  @IfPresent()
  @IsBoolean()
  frontMatter?: boolean;
}
