import { TemplateTable, sizeOf } from '../../../convert/content/templates/template-table.js';
import { SETTLED } from '../../../convert/content/templates/settled.js';
import { isSameChoice } from '../../../convert/content/templates/resolve-template.js';
import type { PageReading } from '../../../pipeline/page-reading.js';
import type { KindDecision, TemplateSample } from '../../../model/page/page-kind.js';
import type { Page } from '../../../model/page/page.js';
import { TemplateBuffer } from './template-buffer.js';

/** A crawl that follows links to many hosts learns from the ones it has met first. */
const MAX_HOSTS = 100;
/** Places that a crawl remembers: pages made to be remembered do not fill the memory. */
const MAX_PLACES = 100_000;

/** Page templates of a crawl by host. Each process learns from the pages that it reads. */
export class PageTemplates {
  private readonly tables = new Map<string, TemplateTable>();

  /** @param onGrowth called when more or fewer places are remembered */
  constructor(private readonly onGrowth: () => void = () => {}) {}

  /** Number of stored places, a measure of memory use. */
  get places(): number {
    return [...this.tables.values()].reduce((sum, table) => sum + table.places, 0);
  }

  /** Template decisions for the pages of a host. */
  decisionsOn(host: string): readonly KindDecision[] {
    return this.tableOf(host)?.decisions ?? [];
  }

  /**
   * Learns from a page that was looked at block by block, and gives it as its kind has it: the first pages of a kind are held until
   * that is known.
   */
  async settle(host: string, reading: PageReading, hold: TemplateBuffer, signal: AbortSignal): Promise<Page> {
    const { page, vote } = reading;
    const table = this.tableOf(host);
    if (!vote || !table) return page;
    if (this.places + sizeOf(vote) <= MAX_PLACES) this.learn(table, vote);
    if (page.quality.candidate === SETTLED.candidate) return page;
    await hold.enter(table, `${host} ${vote.kind}`, vote.kind, signal);
    const decision = table.decisionOn(vote.kind);
    return decision && !signal.aborted ? asSettled(reading, vote, decision, signal) : page;
  }

  /** Forgets everything. */
  clear(): void {
    this.tables.clear();
  }

  private learn(table: TemplateTable, vote: TemplateSample): void {
    table.add(vote);
    this.onGrowth();
  }

  private tableOf(host: string): TemplateTable | null {
    const known = this.tables.get(host);
    if (known || this.tables.size >= MAX_HOSTS) return known ?? null;
    const table = new TemplateTable();
    this.tables.set(host, table);
    return table;
  }
}

/** Applies the template decision to a page; converts it again only if the result would differ. */
async function asSettled(
  { page, again }: PageReading,
  vote: TemplateSample,
  decision: KindDecision,
  signal: AbortSignal,
): Promise<Page> {
  if (!isSameChoice(vote, decision)) return again([decision], signal);
  return { ...page, quality: { ...page.quality, ...SETTLED, pageType: decision.pageType } };
}
