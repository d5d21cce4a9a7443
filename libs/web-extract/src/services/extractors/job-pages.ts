/** Characters of HTML that one job gathers at most. */
export const MAX_JOB_CHARS = 4_194_304;

/** Bounds the HTML that a job has in memory. */
export class JobPages {
  private chars = 0;

  constructor(private readonly most = MAX_JOB_CHARS) {}

  get isFull(): boolean {
    return this.chars >= this.most;
  }

  /** Counts the HTML of a page. @returns false if it has to be dropped */
  admit(html: string): boolean {
    if (this.chars + html.length > this.most) return false;
    this.chars += html.length;
    return true;
  }
}
