import type { NodePlacer } from './node-placer.js';
import { Trait } from './tag-traits.js';

/** Opens and closes table parts: rows without row tags, cells that end at the next cell. */
export class TableParts {
  constructor(private readonly placer: NodePlacer) {}

  start(name: string, traits: number, attribs: Record<string, string>): void {
    const table = this.openTable();
    if (table < 0) return; // such tags are ignored outside of a table
    if (traits & Trait.cell && name !== 'caption') {
      this.closeToRow(table);
      if (this.placer.open.current!.name !== 'tr') this.pushPart('tr', {});
    } else if (name === 'tr') {
      this.closeToSection(table);
    } else {
      this.placer.open.closeFrom(table + 1);
      this.placer.formatting.clearToMarker();
    }
    const isOpen = this.pushPart(name, attribs);
    // beyond the maximum depth nothing would clear the mark again
    if (isOpen && traits & Trait.cell) this.placer.formatting.mark();
  }

  /** Index of the innermost table, or -1. */
  private openTable(): number {
    return this.placer.open.find('table');
  }

  private closeToRow(table: number): void {
    const cell = this.placer.open.findAbove(table, Trait.cell);
    if (cell >= 0) this.closeCell(cell);
    const row = this.placer.open.findAbove(table, Trait.row);
    this.placer.open.closeFrom(row >= 0 ? row + 1 : this.sectionEnd(table));
  }

  private closeToSection(table: number): void {
    const cell = this.placer.open.findAbove(table, Trait.cell);
    if (cell >= 0) this.closeCell(cell);
    this.placer.open.closeFrom(this.sectionEnd(table));
  }

  private sectionEnd(table: number): number {
    const section = this.placer.open.findAbove(table, Trait.tableSection);
    return (section >= 0 ? section : table) + 1;
  }

  private closeCell(at: number): void {
    this.placer.open.closeFrom(at);
    this.placer.formatting.clearToMarker();
  }

  /** Returns true if the part is open now. */
  private pushPart(name: string, attribs: Record<string, string>): boolean {
    const part = this.placer.append(name, attribs);
    return part !== null && name !== 'col' && this.placer.pushOpen(part);
  }

  end(name: string, traits: number): void {
    const table = this.openTable();
    if (table < 0) return;
    if (name === 'table') {
      const cell = this.placer.open.findAbove(table, Trait.cell);
      if (cell >= 0) this.closeCell(cell);
      return this.placer.open.closeFrom(table);
    }
    const at = this.placer.open.find(name);
    if (at < table) return;
    const cell = traits & Trait.cell ? at : this.placer.open.findAbove(table, Trait.cell);
    if (cell >= at) this.closeCell(cell);
    this.placer.open.closeFrom(at);
  }
}
