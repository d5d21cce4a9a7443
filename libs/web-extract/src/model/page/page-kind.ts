import type { PageType } from './page.js';

/** Names a place on the pages of one site: the tags and classes that lead there from the root, as one number. */
export type PathHash = number;

/** Names a piece of inline text by what it says and the element that it stands in, as one number. */
export type PieceHash = number;

/** What the scorer's choice on one page says about all pages of its kind. Plain data: it crosses from a worker. */
export interface KindVote {
  /** The kind: pages of one template have the same. */
  readonly kind: PathHash;
  /** Where the content is, when one element holds nearly all of it and no other has its path; else null. */
  readonly container: PathHash | null;
  /** Words that were kept. */
  readonly kept: number;
  /** Of those the ones outside of the container, the title apart. */
  readonly outside: number;
  /** What became of each place inside the container. */
  readonly places: readonly PlaceVote[];
  /** Inline pieces that link to the page itself or nowhere, each once. */
  readonly pieces: readonly PieceHash[];
  /** Guides and references, of which the container is kept whole. */
  readonly isTechnical: boolean;
  readonly pageType: PageType;
}

/** A place, and its words: those that stay or go as {@link KindDecision.container} alone says, and the others. */
export type PlaceVote = readonly [place: PathHash, byRule: number, otherwise: number];

/** Where pages of a kind have their content, once enough of them agree. */
export interface KindDecision {
  readonly kind: PathHash;
  /** All of it is content, but what landmarks and names say is none. */
  readonly container: PathHash;
  /** Places inside of it that are the other way round. */
  readonly exceptions: readonly PathHash[];
  /** Inline pieces that its pages have in common, and that are decoration. */
  readonly pieces: readonly PieceHash[];
  readonly pageType: PageType;
}
