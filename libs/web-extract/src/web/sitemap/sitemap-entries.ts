import type { EntryCollector, SitemapEntry } from './entry-collector.js';
import { LineEntries } from './line-entries.js';
import { XmlEntries } from './xml-entries.js';

/** Selects the format by the first character: markup, or one URL per line. */
export class SitemapEntries implements EntryCollector {
  private collector: EntryCollector | null = null;

  get isOver(): boolean {
    return this.collector?.isOver ?? false;
  }

  push(text: string): SitemapEntry[] {
    if (!this.collector) {
      const first = /[^\s\uFEFF]/.exec(text)?.[0];
      if (first === undefined) return [];
      this.collector = first === '<' ? new XmlEntries() : new LineEntries();
    }
    return this.collector.push(text);
  }

  end(isWhole: boolean): SitemapEntry[] {
    return this.collector?.end(isWhole) ?? [];
  }
}
