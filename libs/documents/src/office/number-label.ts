/** Number formats of lists and headings, named as in Office Open XML. @see ECMA-376, part 1, 17.18.59 */
export type NumberStyle = keyof typeof WRITERS;

type Write = (number: number) => string | null;

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

const CHINESE = '〇一二三四五六七八九';
const CHINESE_LEGAL = '零壹貳參肆伍陸柒捌玖';
const CHINESE_LEGAL_SIMPLIFIED = '零壹贰叁肆伍陆柒捌玖';
const KOREAN = '영일이삼사오육칠팔구';
const JAPANESE_LEGAL = '〇壱弐参四伍六七八九';
const RUSSIAN = 'абвгдежзиклмнопрстуфхцчшщыэюя';
const HEBREW_TENS = ['', 'י', 'כ', 'ל', 'מ', 'נ', 'ס', 'ע', 'פ', 'צ'];
const HEBREW_HUNDREDS = ['', 'ק', 'ר', 'ש', 'ת'];
const KOREAN_COUNT = ['', '하나', '둘', '셋', '넷', '다섯', '여섯', '일곱', '여덟', '아홉'];
const KOREAN_COUNT_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];

const lowerLetter: Write = (number) => letters(number);
const lowerRoman: Write = (number) => roman(number);
const upper =
  (write: Write): Write =>
  (number) =>
    write(number)?.toUpperCase() ?? null;
const chinese =
  (digits: string, units: string): Write =>
  (number) =>
    grouped(number, digits, units, true);
const plainDigits =
  (digits: string): Write =>
  (number) =>
    number < 0 ? null : String(number).replace(/\d/g, (digit) => digits[Number(digit)]!);

const WRITERS = {
  decimal: () => null,
  lowerLetter,
  upperLetter: upper(lowerLetter),
  lowerRoman,
  upperRoman: upper(lowerRoman),
  decimalZero: (number) => String(number).padStart(2, '0'),
  ordinal: (number) => `${number}${ordinalEnd(number)}`,
  cardinalText: (number) => capital(cardinal(number)),
  ordinalText: (number) => capital(ordinalWord(number)),
  numberInDash: (number) => `- ${number} -`,
  hex: (number) => number.toString(16).toUpperCase(),
  decimalFullWidth: plainDigits('０１２３４５６７８９'),
  decimalFullWidth2: plainDigits('０１２３４５６７８９'),
  decimalEnclosedCircle: (number) => fromRange(number, 0x2460, 20),
  decimalEnclosedCircleChinese: (number) => fromRange(number, 0x2460, 20),
  decimalEnclosedParen: (number) => fromRange(number, 0x2474, 20),
  decimalEnclosedFullstop: (number) => fromRange(number, 0x2488, 20),
  chineseCounting: chinese(CHINESE, '十百千'),
  chineseCountingThousand: chinese(CHINESE, '十百千'),
  taiwaneseCounting: chinese(CHINESE, '十百千'),
  taiwaneseCountingThousand: chinese(CHINESE, '十百千'),
  japaneseCounting: chinese(CHINESE, '十百千'),
  koreanCounting: chinese(KOREAN, '십백천'),
  chineseLegalSimplified: (number) => grouped(number, CHINESE_LEGAL_SIMPLIFIED, '拾佰仟', false),
  ideographLegalTraditional: (number) => grouped(number, CHINESE_LEGAL, '拾佰仟', false),
  japaneseLegal: (number) => grouped(number, JAPANESE_LEGAL, '拾百阡', false),
  ideographDigital: plainDigits(CHINESE),
  japaneseDigitalTenThousand: plainDigits(CHINESE),
  taiwaneseDigital: plainDigits('○一二三四五六七八九'),
  koreanDigital: plainDigits(KOREAN),
  koreanDigital2: plainDigits('零一二三四五六七八九'),
  koreanLegal: (number) => koreanCount(number),
  ideographTraditional: (number) => nth(number, '甲乙丙丁戊己庚辛壬癸'),
  ideographZodiac: (number) => nth(number, '子丑寅卯辰巳午未申酉戌亥'),
  ideographZodiacTraditional: (number) =>
    number >= 1 && number <= 60
      ? '甲乙丙丁戊己庚辛壬癸'[(number - 1) % 10]! + '子丑寅卯辰巳午未申酉戌亥'[(number - 1) % 12]!
      : null,
  ideographEnclosedCircle: (number) => fromRange(number, 0x3280, 10),
  ganada: (number) => nth(number, '가나다라마바사아자차카타파하'),
  chosung: (number) => nth(number, 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'),
  aiueo: (number) => nth(number, 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ'),
  aiueoFullWidth: (number) =>
    nth(
      number,
      'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
    ),
  iroha: (number) => nth(number, 'ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽ'),
  irohaFullWidth: (number) =>
    nth(
      number,
      'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
    ),
  russianLower: (number) => nth(number, RUSSIAN),
  russianUpper: (number) => nth(number, RUSSIAN)?.toUpperCase() ?? null,
  hebrew1: (number) => hebrew(number),
  hebrew2: (number) => nth(number, 'אבגדהוזחטיכלמנסעפצקרשת'),
  arabicAlpha: (number) => nth(number, 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي'),
  arabicAbjad: (number) => nth(number, 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ'),
  hindiNumbers: plainDigits('०१२३४५६७८९'),
  thaiNumbers: plainDigits('๐๑๒๓๔๕๖๗๘๙'),
  thaiLetters: (number) => nth(number, 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'),
} as const satisfies Record<string, Write>;

/** The style of this name; `decimal` if it is not supported. */
export function numberStyle(name: string): NumberStyle {
  return Object.hasOwn(WRITERS, name) ? (name as NumberStyle) : 'decimal';
}

/** Formats a number; falls back to digits if the style cannot represent it. */
export function numberLabel(number: number, style: NumberStyle): string {
  return WRITERS[style](number) ?? String(number);
}

/** Names by the numbers that binary files use. @see MS-OSHARED 2.2.1.3 */
const BINARY_STYLES =
  'decimal upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText hex decimal ideographDigital japaneseCounting aiueo iroha decimalFullWidth decimal japaneseLegal japaneseDigitalTenThousand decimalEnclosedCircle decimalFullWidth2 aiueoFullWidth irohaFullWidth decimalZero decimal ganada chosung decimalEnclosedFullstop decimalEnclosedParen decimalEnclosedCircleChinese ideographEnclosedCircle ideographTraditional ideographZodiac ideographZodiacTraditional taiwaneseCounting ideographLegalTraditional taiwaneseCountingThousand taiwaneseDigital chineseCounting chineseLegalSimplified chineseCountingThousand decimal koreanDigital koreanCounting koreanLegal koreanDigital2 hebrew1 arabicAlpha hebrew2 arabicAbjad decimal decimal hindiNumbers decimal thaiLetters thaiNumbers decimal decimal numberInDash russianLower russianUpper'.split(
    ' ',
  );

/** The style of this number in binary files; `decimal` if it is not supported. */
export function binaryNumberStyle(code: number): NumberStyle {
  return numberStyle(BINARY_STYLES[code] ?? 'decimal');
}

/** How a list level is numbered. */
export interface LabelledLevel {
  readonly style: NumberStyle;
  /** True if the label shows the numbers of all levels in digits. */
  readonly isLegal: boolean;
  /** The label with `%1` to `%9` for the numbers of the levels. */
  readonly text: string;
  readonly start: number;
}

/**
 * Label of an item as the program shows it.
 *
 * @param counts current number of each level; null for levels that are not begun
 */
export function listLabel(
  levels: readonly (LabelledLevel | undefined)[],
  counts: readonly (number | null)[],
  at: number,
): string {
  const { text = '', isLegal = false } = levels[at] ?? {};
  return text.replace(/%([1-9])/g, (_, digit: string) => {
    const level = levels[Number(digit) - 1];
    if (!level) return '';
    return numberLabel(counts[Number(digit) - 1] ?? level.start, isLegal ? 'decimal' : level.style);
  });
}

/** Letters as office programs count: z is followed by aa, then bb. */
function letters(number: number): string | null {
  if (number < 1 || number > 780) return null;
  const letter = String.fromCharCode(97 + ((number - 1) % 26));
  return letter.repeat(Math.ceil(number / 26));
}

function roman(number: number): string | null {
  if (number < 1 || number > 3999) return null;
  let left = number;
  let text = '';
  for (const [value, letter] of ROMAN) {
    while (left >= value) {
      text += letter;
      left -= value;
    }
  }
  return text;
}

function ordinalEnd(number: number): string {
  const last = Math.abs(number) % 100;
  if (last >= 11 && last <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][last % 10] ?? 'th';
}

/** English words; other languages are not supported. */
const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const IRREGULAR: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function cardinal(number: number): string | null {
  if (number < 0 || number > 99) return null;
  if (number < 20) return ONES[number]!;
  const ten = TENS[Math.floor(number / 10)]!;
  return number % 10 === 0 ? ten : `${ten}-${ONES[number % 10]!}`;
}

function ordinalWord(number: number): string | null {
  const words = cardinal(number)?.split('-');
  const last = words?.pop();
  if (!words || last === undefined) return null;
  return [...words, IRREGULAR[last] ?? `${last.replace(/y$/, 'ie').replace(/t$/, '')}th`].join('-');
}

function capital(text: string | null): string | null {
  return text === null ? null : text[0]!.toUpperCase() + text.slice(1);
}

function nth(number: number, alphabet: string): string | null {
  return alphabet[number - 1] ?? null;
}

function fromRange(number: number, first: number, count: number): string | null {
  return number >= 1 && number <= count ? String.fromCodePoint(first + number - 1) : null;
}

/** A number below 10,000 with a sign for each unit: 二百一十 is 210. */
function grouped(number: number, digits: string, units: string, omitsOne: boolean): string | null {
  if (number < 1 || number > 9_999) return null;
  const places = [...String(number)].map(Number);
  let text = '';
  let isGap = false;
  places.forEach((digit, at) => {
    const unit = places.length - 1 - at;
    if (digit === 0) {
      isGap = true;
      return;
    }
    if (isGap && text !== '') text += digits[0]!;
    isGap = false;
    const isLeadingTen = omitsOne && digit === 1 && unit === 1 && text === '';
    text += (isLeadingTen ? '' : digits[digit]!) + (unit > 0 ? units[unit - 1]! : '');
  });
  return text;
}

function koreanCount(number: number): string | null {
  if (number < 1 || number > 99) return null;
  return KOREAN_COUNT_TENS[Math.floor(number / 10)]! + KOREAN_COUNT[number % 10]!;
}

function hebrew(number: number): string | null {
  if (number < 1 || number > 499) return null;
  const below = number % 100;
  const rest =
    below === 15
      ? 'טו'
      : below === 16
        ? 'טז'
        : HEBREW_TENS[Math.floor(below / 10)]! + ('אבגדהוזחט'[(below % 10) - 1] ?? '');
  return HEBREW_HUNDREDS[Math.floor(number / 100)]! + rest;
}

/** Label that a markdown list represents: one number, letter or Roman numeral with a point or bracket. */
const PLAIN_LABEL = /^[\s(]*(?:\d{1,6}|(\p{Alphabetic})\1{0,2}|[ivxlcdm]{1,8})[\s.):-]*$/iu;
/** Scripts whose numerals are words. */
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u;
/** Label that nesting represents: numbers of the enclosing levels. */
const NESTED_LABEL = /^[\s(]*(?:\d+[.-])+\d*[\s.):]*$/;
/** Longer labels are texts. */
const MAX_LABEL_CHARS = 255;

/** True for a label that the number of a markdown list expresses; others are written as text. */
export function isPlainLabel(label: string): boolean {
  if (label.length > MAX_LABEL_CHARS) return false;
  return (PLAIN_LABEL.test(label) && !IDEOGRAPHS.test(label)) || NESTED_LABEL.test(label);
}
