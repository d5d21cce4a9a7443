import type { KindDecision, PathHash } from '../../../model/page/page-kind.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { BlockVerdicts } from '../removal-plan.js';
import { titleAbove } from '../repair/title-above.js';
import type { OwnAddress } from './own-address.js';
import { mix } from './page-paths.js';

/** A page with the hash of each element's path. */
export interface PathedPage {
  readonly outline: PageOutline;
  readonly paths: Uint32Array;
  /** Verdicts of landmarks and names for each block. */
  readonly deletion: BlockVerdicts;
  /** Blocks of a table of contents. */
  readonly contents: ReadonlySet<number>;
  /** Title in the head of the page. */
  readonly title: string;
  readonly address: OwnAddress;
}

/** A block of a container, and whether landmarks or names inside of that refuse it, or it is a table of contents. */
interface PlacedBlock {
  readonly place: PathHash;
  readonly isRefused: boolean;
}

/** The blocks of a container. Where all of it is refused, that says nothing about its parts. */
export function blocksIn(
  { outline, paths, deletion, contents }: PathedPage,
  container: number,
): PlacedBlock[] {
  const [first, end] = [outline.firstBlock[container]!, outline.endBlock[container]!];
  const refusals = deletion.slice(first, end);
  const isRefusedWhole = !refusals.includes(null);
  return refusals.map((refusal, offset) => {
    const isRefused = contents.has(first + offset) || (refusal !== null && !isRefusedWhole);
    return { place: mix(paths[outline.blocks[first + offset]!.owner]!, isRefused ? 1 : 0), isRefused };
  });
}

/** The only element with this path; -1 when there is none, or more than one. */
export function onlyWithPath(paths: Uint32Array, path: PathHash): number {
  const first = paths.indexOf(path);
  return first === paths.lastIndexOf(path) ? first : -1;
}

/** The content of a page where pages of its kind have it. Null when this one has nothing there. */
export function decideByPath(page: PathedPage, decision: KindDecision): BlockVerdicts | null {
  const { outline, deletion } = page;
  const container = onlyWithPath(page.paths, decision.container);
  if (container < 0) return null;
  const exceptions = new Set(decision.exceptions);
  const keeps = deletion.map(() => false);
  blocksIn(page, container).forEach(({ place, isRefused }, offset) => {
    keeps[outline.firstBlock[container]! + offset] = isRefused === exceptions.has(place);
  });
  if (!keeps.includes(true)) return null;
  const title = titleAbove(outline, page.title, keeps);
  return keeps.map((kept, at) => (kept || at === title ? null : (deletion[at] ?? 'outside the content')));
}
