/** Counts hidden text, which is left out unless the caller asks for hidden parts. */
export class HiddenText {
  private characters = 0;

  /** @param isRead hidden text is read like other text */
  constructor(private readonly isRead: boolean) {}

  /**
   * Returns whether a hidden text is left out, and counts it if so.
   *
   * @param textOf returns the text; not called if hidden text is read, because hidden parts contain each other
   */
  leavesOut(textOf: () => string): boolean {
    if (this.isRead) return false;
    this.characters += textOf().trim().length;
    return true;
  }

  /** Warning that counts the text; null if nothing was left out. */
  get warning(): string | null {
    const { characters } = this;
    if (characters === 0) return null;
    const count = `${characters} character${characters === 1 ? '' : 's'} of text`;
    return `Hidden and left out: ${count}. Set \`hidden\` to read them`;
  }
}
