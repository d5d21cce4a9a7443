import type { KindDecision, TemplateSample, PathHash, PieceHash } from '../../../model/page/page-kind.js';

/** The agreement of the pages of one template. */
interface Settlement {
  readonly decision: KindDecision;
  /** True if further pages would hardly change it. */
  readonly isClear: boolean;
}

/** Pages that must have been looked at. */
const MIN_VOTES = 5;
/** Pages after which also a kind is settled whose pages agree less than wholly. */
const MANY_VOTES = 10;
/** Share of the pages that must agree: the scorer errs on some page of most sites. */
const AGREEING = 2 / 3;
/** Share that must agree while they are few. */
const AGREEING_CLEARLY = 0.85;
/** Share of the pages with a location that treat it as an exception, for it to be an exception on all. */
const EVERYWHERE = 0.85;
/** With more of them it may yet become one. */
const SOMEWHERE = 0.5;
/** Minimum number of pages with a location. */
const MIN_MEETINGS = 3;
/** Words that may be treated otherwise on a page that agrees, as a share of those kept there. */
const MAX_WRONG = 0.05;
/** The same for guides and references, where the scorer omits short blocks. */
const MAX_WRONG_TECHNICAL = 0.25;

/** Settles a kind: null as long as its pages do not agree, or are fewer than five. The order of the votes does not count. */
export function resolveTemplate(votes: readonly TemplateSample[]): Settlement | null {
  if (votes.length < MIN_VOTES) return null;
  const container = mostFrequent(votes.flatMap((vote) => vote.container ?? []));
  const alike = votes.filter((vote) => vote.container === container);
  if (container === null || isFew(alike, votes)) return null;
  const exceptions = exceptionsOn(EVERYWHERE, alike);
  const agreeing = (maxWrong: number) => alike.filter((vote) => wrongShare(vote, exceptions) <= maxWrong);
  const isTechnical = !isFew(votes.filter((vote) => vote.isTechnical), votes); // prettier-ignore
  if (isFew(agreeing(isTechnical ? MAX_WRONG_TECHNICAL : MAX_WRONG), votes)) return null;
  const { kind } = votes[0]!;
  const pageType = mostFrequent(alike.map((vote) => vote.pageType))!;
  const isUnanimous =
    exceptionsOn(SOMEWHERE, alike).size === 0 &&
    agreeing(MAX_WRONG).length >= AGREEING_CLEARLY * votes.length;
  const pieces = piecesOn(EVERYWHERE, alike);
  const isUndecided = piecesOn(SOMEWHERE, alike).length > pieces.length;
  return {
    decision: { kind, container, exceptions: [...exceptions].sort((a, b) => a - b), pieces, pageType },
    isClear: (isUnanimous && !isUndecided) || votes.length >= MANY_VOTES,
  };
}

function isFew(some: readonly TemplateSample[], all: readonly TemplateSample[]): boolean {
  return some.length < AGREEING * all.length;
}

/** Words treated otherwise than by the choice on the page itself, as a share of those kept there. */
function wrongShare(vote: TemplateSample, exceptions: ReadonlySet<PathHash>): number {
  return wrongWords(vote, exceptions) / vote.kept;
}

function wrongWords({ places, outside }: TemplateSample, exceptions: ReadonlySet<PathHash>): number {
  return places.reduce((sum, [place, byRule, otherwise]) => {
    return sum + (exceptions.has(place) ? byRule : otherwise);
  }, outside);
}

/** Returns true if the decision selects the same content of a page as its own selection. */
export function isSameChoice(vote: TemplateSample, { container, exceptions, pieces }: KindDecision): boolean {
  if (vote.pieces.some((piece) => pieces.includes(piece))) return false;
  return vote.container === container && wrongWords(vote, new Set(exceptions)) === 0;
}

/** Returns locations that are an exception on this share of their pages. */
function exceptionsOn(share: number, votes: readonly TemplateSample[]): Set<PathHash> {
  const counts = new Map<PathHash, { met: number; excepted: number }>();
  for (const [place, byRule, otherwise] of votes.flatMap(({ places }) => places)) {
    const count = counts.get(place) ?? { met: 0, excepted: 0 };
    count.met++;
    if (otherwise > byRule) count.excepted++;
    counts.set(place, count);
  }
  const isOne = ({ met, excepted }: { met: number; excepted: number }) =>
    met >= MIN_MEETINGS && excepted >= share * met;
  return new Set([...counts].flatMap(([place, count]) => (isOne(count) ? place : [])));
}

/** Inline pieces that this share of the pages has, five of them at least where it is nearly all. */
function piecesOn(share: number, votes: readonly TemplateSample[]): PieceHash[] {
  const counts = new Map<PieceHash, number>();
  for (const piece of votes.flatMap(({ pieces }) => pieces)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const least = Math.max(share === EVERYWHERE ? MIN_VOTES : 1, share * votes.length);
  return [...counts].flatMap(([piece, count]) => (count >= least ? piece : [])).sort((a, b) => a - b);
}

/** Returns the most frequent value; of several, the one that sorts first. */
function mostFrequent<T extends string | number>(values: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | null = null;
  for (const [value, count] of counts) {
    const most = best === null ? 0 : counts.get(best)!;
    if (count > most || (count === most && best !== null && value < best)) best = value;
  }
  return best;
}
