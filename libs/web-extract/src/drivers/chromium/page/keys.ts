/** A key as the protocol wants it. */
interface Key {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** Text produced by the key. */
  readonly text?: string;
}

/** Keys by the names that DOM gives them (UI Events, KeyboardEvent.key), and the numbers of old. */
const NAMED: readonly (readonly [key: string, code: number, text?: string])[] = [
  ['Backspace', 8],
  ['Tab', 9],
  ['Enter', 13, '\r'],
  ['Shift', 16],
  ['Control', 17],
  ['Alt', 18],
  ['Pause', 19],
  ['CapsLock', 20],
  ['Escape', 27],
  ['PageUp', 33],
  ['PageDown', 34],
  ['End', 35],
  ['Home', 36],
  ['ArrowLeft', 37],
  ['ArrowUp', 38],
  ['ArrowRight', 39],
  ['ArrowDown', 40],
  ['Insert', 45],
  ['Delete', 46],
  ['Meta', 91],
  ['ContextMenu', 93],
  ...Array.from({ length: 12 }, (_, at) => [`F${at + 1}`, 112 + at] as const),
];

const OTHER_NAMES: Readonly<Record<string, string>> = {
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  ctrl: 'control',
  cmd: 'meta',
  command: 'meta',
  left: 'arrowleft',
  up: 'arrowup',
  right: 'arrowright',
  down: 'arrowdown',
};

const KEYS = new Map<string, Key>([
  ...NAMED.map(([key, number, text]) => [key.toLowerCase(), keyOf(key, key, number, text)] as const),
  ['space', keyOf(' ', 'Space', 32, ' ')],
]);

/** The bits of the keys that are held down with others. */
const MODIFIERS: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

/** A key with those held down with it. */
export interface KeyStroke {
  readonly key: Key;
  readonly modifiers: number;
}

/** Reads `Enter`, `a`, `Control+A`: names in any case, joined by `+`; null when a part is no key. */
export function readKeyStroke(text: string): KeyStroke | null {
  const parts = text.length > 1 ? text.split(/\+(?!$)/) : [text];
  const last = findKey(parts.pop() ?? '');
  const held = parts.map((part) => MODIFIERS[findKey(part)?.key ?? '']);
  if (!last || held.includes(undefined)) return null;
  const modifiers = held.reduce<number>((sum, bit) => sum | (bit ?? 0), 0);
  const { text: _text, ...silent } = last;
  // with Control, Alt or Meta a key writes nothing
  return { key: (modifiers & 7) === 0 ? last : silent, modifiers };
}

function findKey(name: string): Key | null {
  if ([...name].length === 1) return keyOfCharacter(name);
  const lower = name.trim().toLowerCase();
  return KEYS.get(OTHER_NAMES[lower] ?? lower) ?? null;
}

/** The key that writes a character. */
export function keyOfCharacter(character: string): Key {
  if (character === '\n' || character === '\r') return keyOf('Enter', 'Enter', 13, '\r');
  if (character === '\t') return keyOf('Tab', 'Tab', 9);
  const upper = character.toUpperCase();
  if (/^[A-Z]$/.test(upper)) return keyOf(character, `Key${upper}`, upper.charCodeAt(0), character);
  if (/^\d$/.test(character))
    return keyOf(character, `Digit${character}`, character.charCodeAt(0), character);
  if (character === ' ') return keyOf(' ', 'Space', 32, ' ');
  return keyOf(character, '', 0, character);
}

function keyOf(key: string, code: string, number: number, text?: string): Key {
  return { key, code, windowsVirtualKeyCode: number, ...(text === undefined ? {} : { text }) };
}
