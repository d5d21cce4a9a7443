import { TOO_LARGE_TAG } from '../reading/content-inflate.js';

interface Mark {
  readonly id: number | null;
  readonly isArtifact: boolean;
}

const UNMARKED: Mark = { id: null, isArtifact: false };

/** What a file says of its content by marks around it, which lie in each other. */
export class MarkedContent {
  private readonly marks: Mark[] = [];
  /** Content is marked with numbers, as a structure tree refers to. */
  hasNumbers = false;
  /** Content was left out, since it is larger than any page. */
  isTooLarge = false;

  /** What is said of the content that comes now. */
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
