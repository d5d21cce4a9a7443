import type { QualityFlag } from '../../../model/page/page.js';
import { Within } from '../block-features/element-kinds.js';
import { textOfBlock } from '../block-features/page-features.js';
import type { PageOutline, TextBlock } from '../block-features/page-outline.js';
import type { PageSigns } from '../block-features/page-signs.js';
import type { PageStatements } from '../block-features/page-statements.js';
import { BOT_CHECK, CONSENT, CUT_SHORT, LOGIN_WALL, NOT_FOUND, SCRIPTS_NEEDED } from './quality-phrases.js';
import type { BlockVerdicts } from '../removal-plan.js';
import { hasWrongCharset } from './wrong-charset.js';

/** Input of the assessment. */
interface QualityEvidence {
  readonly outline: PageOutline;
  readonly verdicts: BlockVerdicts;
  readonly statements: PageStatements;
  /** HTTP status; a missing page that says so with 404 needs no flag. */
  readonly statusCode?: number;
  /** The source stops in the middle. */
  readonly cutOff?: boolean;
  /** True for a document: the checks for login walls and script shells do not apply. */
  readonly isDocument?: boolean | undefined;
}

/**
 * Number of words of running text above which a page is assumed to have its content. Walls of the seeded
 * pages have fewer.
 */
const MANY_WORDS = 220;
/** A gate says little else. */
const FEW_WORDS = 90;
/** Lists of partners and purposes make the longest walls. */
const MAX_WALL_WORDS = 1500;
/** Fewer words are not considered a page. */
const HARDLY_ANY_WORDS = 12;
/** Short notes are pages too. */
export const MIN_PAGE_WORDS = 2;
/** Pictures that make a page without words. */
export const FEW_MEDIA = 2;
/** Texts that are looked at for phrases: walls say it at once. */
const MAX_READ_CHARS = 4000;

/**
 * Returns possible quality problems of a page in a fixed order. They are hints for a review, not definite
 * results.
 */
export function assessQuality(evidence: QualityEvidence): QualityFlag[] {
  const view = new QualityView(evidence);
  if (evidence.isDocument) return view.isEmpty ? ['empty'] : [];
  return RULES.filter(([, holds]) => holds(view)).map(([flag]) => flag);
}

type Rule = readonly [QualityFlag, (view: QualityView) => boolean];

const RULES: readonly Rule[] = [
  ['bot-check', (view) => view.isBotCheck],
  ['login-wall', (view) => view.isLoginWall],
  ['cookie-wall', (view) => view.isCookieWall],
  ['soft-404', (view) => view.isSoft404],
  ['script-shell', (view) => view.isScriptShell],
  ['empty', (view) => view.isEmpty],
  ['truncated', (view) => view.isTruncated],
  ['wrong-charset', (view) => view.isWrongCharset],
];

class QualityView {
  private readonly blocks: readonly TextBlock[];
  private readonly keptBlocks: readonly TextBlock[];
  private readonly signs: PageSigns;
  private readonly title: string;
  private readonly text: string;
  /** Words outside of navigation and footers. */
  private readonly words: number;
  private readonly proseWords: number;

  constructor(private readonly evidence: QualityEvidence) {
    const { outline, verdicts, statements } = evidence;
    this.blocks = outline.blocks;
    this.keptBlocks = outline.blocks.filter((_, at) => (verdicts[at] ?? null) === null);
    this.signs = statements.signs;
    this.title = statements.title.trim();
    this.text = readText(outline.blocks);
    const body = outline.blocks.filter(isBodyText);
    this.words = countWords(body);
    this.proseWords = countWords(body.filter(isSentence));
  }

  get isBotCheck(): boolean {
    if (this.words > MANY_WORDS) return false;
    return (
      BOT_CHECK.test(this.title) ||
      this.says(BOT_CHECK) ||
      (this.signs.botChecks > 0 && this.words < FEW_WORDS / 2)
    );
  }

  get isLoginWall(): boolean {
    if (this.proseWords > FEW_WORDS || this.words > MANY_WORDS || this.isBotCheck) return false;
    if (this.signs.passwordFields > 0) return this.words < FEW_WORDS || LOGIN_WALL.test(this.title);
    return LOGIN_WALL.test(this.title) || (this.words < FEW_WORDS && this.says(LOGIN_WALL));
  }

  get isCookieWall(): boolean {
    if (this.proseWords > MAX_WALL_WORDS) return false;
    if (saysMuchElse(this.blocks)) return false; // as nearly all pages do, after a few blocks
    const about = this.blocks.filter(isAboutConsent);
    const share = countWords(about) / Math.max(1, countWords(this.blocks));
    return share > 0.4 && (countStems(about) >= 2 || this.signs.consentManagers > 0);
  }

  get isSoft404(): boolean {
    if ((this.evidence.statusCode ?? 200) >= 400 || this.proseWords > MANY_WORDS / 2) return false;
    return (
      NOT_FOUND.test(this.title) ||
      this.headings().some((text) => NOT_FOUND.test(text)) ||
      (this.words < FEW_WORDS && this.says(NOT_FOUND))
    );
  }

  get isScriptShell(): boolean {
    if (this.signs.scripts === 0 || this.isBotCheck || this.words > FEW_WORDS) return false;
    const asks =
      SCRIPTS_NEEDED.test(this.signs.noscript) ||
      this.blocks.some((block) => block.words < 40 && SCRIPTS_NEEDED.test(textOfBlock(block)));
    return (
      this.signs.emptyRoots > 0 ||
      (asks && this.proseWords < FEW_WORDS / 2) ||
      (this.words < HARDLY_ANY_WORDS && this.proseWords === 0)
    );
  }

  get isEmpty(): boolean {
    return countWords(this.keptBlocks) < MIN_PAGE_WORDS && this.evidence.outline.media.length < FEW_MEDIA;
  }

  get isTruncated(): boolean {
    if (this.evidence.cutOff) return true;
    if (this.proseWords >= 2 * MANY_WORDS) return false;
    const last = this.keptBlocks.filter(isSentence).slice(-3).map(textOfBlock).join(' ');
    const tail = this.blocks
      .slice(-60)
      .filter((block) => isBodyText(block) && block.words < 60)
      .map(textOfBlock);
    return CUT_SHORT.test(last) || tail.some((text) => CUT_SHORT.test(text));
  }

  get isWrongCharset(): boolean {
    return hasWrongCharset(this.text + this.title);
  }

  private says(phrases: RegExp): boolean {
    return phrases.test(this.text);
  }

  private headings(): string[] {
    return this.blocks
      .filter((block) => block.within & Within.heading)
      .slice(0, 5)
      .map(textOfBlock);
  }
}

function isBodyText(block: TextBlock): boolean {
  return !(block.within & (Within.nav | Within.footer)) && block.linkChars * 2 < block.chars;
}

const MIN_SENTENCE_WORDS = 8;

function isSentence(block: TextBlock): boolean {
  return block.words >= MIN_SENTENCE_WORDS && block.linkChars * 2 < block.chars;
}

function countWords(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, block) => sum + block.words, 0);
}

function isAboutConsent(block: TextBlock): boolean {
  return CONSENT.test(textOfBlock(block));
}

/** Returns true if there are more than a few sentences on other topics than consent. */
function saysMuchElse(blocks: readonly TextBlock[]): boolean {
  let words = 0;
  for (const block of blocks) {
    if (isSentence(block) && !isAboutConsent(block)) words += block.words;
    if (words >= FEW_WORDS / 2) return true;
  }
  return false;
}

/** Cookies alone may be a recipe. */
function countStems(blocks: readonly TextBlock[]): number {
  const stems = new RegExp(CONSENT, 'giu');
  return new Set(blocks.flatMap((block) => textOfBlock(block).toLowerCase().match(stems) ?? [])).size;
}

function readText(blocks: readonly TextBlock[]): string {
  let text = '';
  for (const block of blocks) {
    if (text.length >= MAX_READ_CHARS) break;
    if (isBodyText(block)) text += `${textOfBlock(block)}\n`;
  }
  return text.slice(0, MAX_READ_CHARS);
}
