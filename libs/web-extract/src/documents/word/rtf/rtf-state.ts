import type { ParagraphState } from '../word-blocks.js';

/** What a group of an RTF file is for. */
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
  | 'levelText';

/** How text looks from here on. */
interface CharacterState {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  hidden: boolean;
  raised: 'sup' | 'sub' | null;
  font: number;
  style: number | null;
  /** In half points. */
  size: number;
}

/** What a group takes over from the one around it. */
export interface GroupState {
  destination: Destination;
  character: CharacterState;
  paragraph: ParagraphState;
  /** Letters that stand for one of Unicode, for programs that know none. */
  unicodeSkip: number;
  /** Of the fact, or of the style, that the group tells. */
  key: string;
  href: string | null;
  /** What a group that was begun by its first word ends. */
  onClose: (() => void) | null;
}

export const plainCharacter = (font: number): CharacterState => ({
  bold: false,
  italic: false,
  strike: false,
  hidden: false,
  raised: null,
  font,
  style: null,
  size: 24,
});

/** What a group turns out to be for by its first word. */
export function become(
  group: GroupState,
  destination: Destination,
  onClose: (() => void) | null = null,
): void {
  group.destination = destination;
  group.onClose = onClose;
}
