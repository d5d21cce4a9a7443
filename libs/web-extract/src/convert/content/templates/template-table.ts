import type { KindDecision, TemplateSample, PathHash } from '../../../model/page/page-kind.js';
import { resolveTemplate } from './resolve-template.js';

/** State of one template. */
interface Kind {
  /** The last ones, the oldest first. */
  readonly votes: TemplateSample[];
  decision: KindDecision | null;
}

/** A kind is judged by its last votes. */
const MAX_VOTES = 16;
/** A site of more kinds has none to speak of: the ones that were met longest ago are forgotten. */
const MAX_KINDS = 64;

/** The templates of the pages of one site that a crawl has found. Can be rebuilt, so it is not stored. */
export class TemplateTable {
  private readonly kinds = new Map<PathHash, Kind>();
  private count = 0;

  /** Number of stored locations: a measure of its memory. */
  get places(): number {
    return this.count;
  }

  /** Decisions that enough pages agree on. */
  get decisions(): KindDecision[] {
    return [...this.kinds.values()].flatMap(({ decision }) => decision ?? []);
  }

  decisionOn(kind: PathHash): KindDecision | null {
    return this.kinds.get(kind)?.decision ?? null;
  }

  /** Learns from a page. What pages stop agreeing on is settled no more. */
  add(vote: TemplateSample): void {
    const known = this.kinds.get(vote.kind) ?? { votes: [], decision: null };
    known.votes.push(vote);
    this.count += sizeOf(vote);
    if (known.votes.length > MAX_VOTES) this.drop(known.votes.shift()!);
    this.kinds.delete(vote.kind);
    this.kinds.set(vote.kind, known);
    if (this.kinds.size > MAX_KINDS) this.forget(this.kinds.keys().next().value!);
    const settlement = resolveTemplate(known.votes);
    if (known.decision === null && settlement?.isClear) known.decision = settlement.decision;
    if (settlement === null) known.decision = null;
  }

  /** Settles a kind if its pages agree, though further ones might change it. */
  settle(kind: PathHash): void {
    const known = this.kinds.get(kind);
    if (known) known.decision ??= resolveTemplate(known.votes)?.decision ?? null;
  }

  private forget(kind: PathHash): void {
    this.kinds.get(kind)?.votes.forEach((vote) => this.drop(vote));
    this.kinds.delete(kind);
  }

  private drop(vote: TemplateSample): void {
    this.count -= sizeOf(vote);
  }
}

/** Places and pieces of a vote. */
export const sizeOf = ({ places, pieces }: TemplateSample): number => places.length + pieces.length;
