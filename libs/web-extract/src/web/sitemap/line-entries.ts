import { MAX_ADDRESS_CHARS, type EntryCollector, type SitemapEntry } from './entry-collector.js';

const MIN_ADDRESS_CHARS = 'http://'.length;

/** Reads one absolute URL per line; other lines are ignored. */
export class LineEntries implements EntryCollector {
  readonly isOver = false;
  private rest = '';

  push(text: string): SitemapEntry[] {
    const lines = (this.rest + text).split(/[\r\n]+/);
    const rest = lines.pop() ?? '';
    this.rest = rest.slice(0, MAX_ADDRESS_CHARS + 1);
    const entries: SitemapEntry[] = [];
    for (const line of lines) if (line.length > MIN_ADDRESS_CHARS) entries.push(...entryOfLine(line));
    return entries;
  }

  end(isWhole: boolean): SitemapEntry[] {
    return isWhole ? entryOfLine(this.rest) : [];
  }
}

function entryOfLine(line: string): SitemapEntry[] {
  const address = line.replace('\uFEFF', '').trim();
  const isAddress = address.length <= MAX_ADDRESS_CHARS && /^https?:\/\/\S+$/i.test(address);
  return isAddress ? [{ kind: 'page', address }] : [];
}
