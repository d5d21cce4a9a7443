/** Remembers ids, the latest `most` of them. */
export class RecentIds {
  private readonly ids = new Set<string>();

  constructor(private readonly most: number) {}

  /** @returns whether the id was unknown; in both cases it is the latest one afterwards */
  add(id: string): boolean {
    const isNew = !this.ids.delete(id);
    this.ids.add(id);
    if (this.ids.size > this.most) this.ids.delete(this.ids.values().next().value!);
    return isNew;
  }

  delete(id: string): void {
    this.ids.delete(id);
  }
}
