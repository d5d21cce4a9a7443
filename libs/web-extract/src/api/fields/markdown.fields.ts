import { IsBoolean, IsIn } from 'class-validator';
import { IfPresent, IsWordList } from '../bodies/validators.js';

const PARTS = ['comments', 'reviews', 'related'] as const;
const MAX_PARTS = 100;

/** Markdown options in v1 and v2. */
export class MarkdownFields {
  /**
   * `inline`: `[text](url)`; `text`: only the text; `reference`: URLs at the end of the page.
   * @default "inline"
   */
  @IfPresent()
  @IsIn(['inline', 'text', 'reference'])
  links?: 'inline' | 'text' | 'reference';

  /**
   * Write the titles of links and images.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  linkTitles?: boolean;

  /**
   * `inline`: `![description](url)`; `alt`: only the description; `none`: nothing.
   * @default "inline"
   */
  @IfPresent()
  @IsIn(['inline', 'alt', 'none'])
  images?: 'inline' | 'alt' | 'none';

  /**
   * Page parts to keep in addition to the main content.
   * @default []
   */
  @IfPresent()
  @IsWordList(PARTS, MAX_PARTS)
  include?: (typeof PARTS)[number][];

  /**
   * Start with the metadata of the page as YAML front matter.
   * @default false
   */
  @IfPresent()
  @IsBoolean()
  frontMatter?: boolean;
}
