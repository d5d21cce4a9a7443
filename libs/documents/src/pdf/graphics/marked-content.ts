import { TOO_LARGE_TAG } from '../reading/content-inflate.js';

interface Mark {
  readonly id: number | null;
  readonly isArtifact: boolean;
}

const UNMARKED: Mark = { id: null, isArtifact: false };

/** Stack of nested marked-content sections. */
export class MarkedContent {
  private readonly marks: Mark[] = [];
  /** True if content has identifiers that a structure tree can refer to. */
  hasNumbers = false;
  /** True if content was skipped because it exceeds the size limit. */
  isTooLarge = false;

  /** Properties of the content that follows. */
  get current(): Mark {
    return this.marks.at(-1) ?? UNMARKED;
  }

  begin([name, number]: readonly unknown[]): void {
    const tag = typeof name === 'string' ? name : ((name as { name?: string } | null)?.name ?? '');
    const isNumbered = Number.isInteger(number);
    if (tag === TOO_LARGE_TAG) this.isTooLarge = true;
    if (isNumbered) this.hasNumbers = true;
    const { id, isArtifact } = this.current;
    this.marks.push({
      id: isNumbered ? (number as number) : id,
      isArtifact: tag === 'Artifact' || isArtifact,
    });
  }

  end(): void {
    this.marks.pop();
  }
}
