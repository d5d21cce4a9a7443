import type { PageType } from './page.js';

/** Hash of a location on the pages of one site: the tags and classes on the path from the root. */
export type PathHash = number;

/** Hash of an inline text and the element that contains it. */
export type PieceHash = number;

/** Content selection of one page, as a vote for all pages of its template. Plain data, sent from a worker. */
export interface TemplateSample {
  /** Hash of the template: all its pages have the same. */
  readonly kind: PathHash;
  /**
   * Location of the content, if one element contains nearly all of it and no other has the same path; else
   * null.
   */
  readonly container: PathHash | null;
  /** Number of words that were kept. */
  readonly kept: number;
  /** Number of the kept words outside the container, excluding the title. */
  readonly outside: number;
  /** Vote for each location inside the container. */
  readonly places: readonly PlaceVote[];
  /** Inline texts that link to the page itself or have no target, each once. */
  readonly pieces: readonly PieceHash[];
  /** True for guides and references, whose container is kept whole. */
  readonly isTechnical: boolean;
  readonly pageType: PageType;
}

/**
 * A location with its words: the words that follow the rule of {@link KindDecision.container} holds, and the
 * others.
 */
export type PlaceVote = readonly [place: PathHash, byRule: number, otherwise: number];

/** Content location of the pages of a template, once enough of them agree. */
export interface KindDecision {
  readonly kind: PathHash;
  /** The element whose content is kept, except the parts that landmarks and names exclude. */
  readonly container: PathHash;
  /** Locations inside the container with the inverted rule. */
  readonly exceptions: readonly PathHash[];
  /** Inline texts shared by its pages that are decoration. */
  readonly pieces: readonly PieceHash[];
  readonly pageType: PageType;
}
