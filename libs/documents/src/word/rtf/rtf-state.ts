import type { ParagraphState } from '../word-blocks.js';

/** Destination of a group's content. */
type Destination =
  | 'text'
  | 'skip'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'listLevel'
  | 'overrides'
  | 'info'
  | 'fact'
  | 'instruction'
  | 'levelText'
  | 'label'
  | 'formula'
  | 'formField'
  | 'formEntry'
  /** Two versions of a text, of which the Unicode version is read. */
  | 'versions';

/** Current character formatting. */
interface CharacterState {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  hidden: boolean;
  isDeleted: boolean;
  raised: 'sup' | 'sub' | null;
  font: number;
  style: number | null;
  /** Font size in half points. */
  size: number;
}

/** State that a group inherits from the enclosing one. */
export interface GroupState {
  destination: Destination;
  character: CharacterState;
  paragraph: ParagraphState;
  /** Number of fallback characters after a Unicode character, for programs without Unicode support. */
  unicodeSkip: number;
  /** Destination of the Unicode version of a text. */
  versionsOf: Destination;
  href: string | null;
  /** Called at the end of a group with a destination of its own. */
  onClose: (() => void) | null;
}

export const plainCharacter = (font: number): CharacterState => ({
  bold: false,
  italic: false,
  strike: false,
  hidden: false,
  isDeleted: false,
  raised: null,
  font,
  style: null,
  size: 24,
});

/** Sets the destination of a group according to its first control word. */
export function become(
  group: GroupState,
  destination: Destination,
  onClose: (() => void) | null = null,
): void {
  group.destination = destination;
  group.onClose = onClose;
}
