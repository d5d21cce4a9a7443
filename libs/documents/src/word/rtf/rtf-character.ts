import { plainCharacter, type GroupState } from './rtf-state.js';

/** Applies a character formatting control word. @returns true if the word was handled */
export function characterControl(
  group: GroupState,
  word: string,
  value: number | null,
  defaultFont: number,
): boolean {
  const { character } = group;
  const isOn = value !== 0;
  switch (word) {
    case 'plain':
      group.character = plainCharacter(defaultFont);
      return true;
    case 'b':
      character.bold = isOn;
      return true;
    case 'i':
      character.italic = isOn;
      return true;
    case 'strike':
    case 'striked':
      character.strike = isOn;
      return true;
    case 'v':
      character.hidden = isOn;
      return true;
    case 'deleted':
      character.isDeleted = isOn;
      return true;
    case 'super':
    case 'sub':
      character.raised = isOn ? (word === 'super' ? 'sup' : 'sub') : null;
      return true;
    case 'nosupersub':
      character.raised = null;
      return true;
    case 'f':
      character.font = value ?? 0;
      return true;
    case 'fs':
      character.size = value ?? 24;
      return true;
    case 'cs':
      character.style = value;
      return true;
    default:
      return false;
  }
}
