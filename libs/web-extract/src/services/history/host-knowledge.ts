import type { HistoryGroup, HostFacts } from '../../model/snapshot.js';
import { NO_HOST_FACTS } from '../../model/snapshot.js';
import type { KindDecision } from '../../model/page/page-kind.js';
import type { PageHistory } from '../../ports/stores/page-history.port.js';
import { OwnerCache } from '../memory/owner-cache.js';
import { weigh } from '../memory/weigh.js';

/** Cache time of host facts, which a crawl reads with every page. */
const HELD_MS = 5_000;
const MIB = 1024 * 1024;
/** Bounds of the facts in memory, exported for tests. */
export const FACT_BOUNDS = { maxBytes: 16 * MIB, maxOwnerBytes: 8 * MIB, maxValueBytes: MIB };
const MAX_DECISIONS = 50;
/** Decisions are stored with their host, and read with each of its pages. */
const MAX_DECISION_BYTES = 256 * 1024;
/** Time in milliseconds during which validators of a host are ignored after an incorrect one. */
const DISTRUST_MS = 30 * 86_400_000;
/** Number of incorrect dates after which the dates of a sitemap are ignored. */
const MAX_WRONG_DATES = 3;

/** Facts about the hosts of tracked pages. */
export class HostKnowledge {
  private readonly held = new OwnerCache<HeldFacts>(FACT_BOUNDS);

  constructor(private readonly history: PageHistory) {}

  async of(group: HistoryGroup, host: string): Promise<HostFacts> {
    const known = this.held.get(group.owner, nameOf(group, host));
    if (known && known.until > Date.now()) return known.facts;
    return this.hold(group, host, (await this.history.hostFacts(group, host)) ?? NO_HOST_FACTS);
  }

  /** True if facts about the host are stored. */
  async isKnown(group: HistoryGroup, host: string): Promise<boolean> {
    return (await this.history.hostFacts(group, host)) !== null;
  }

  /** Stores facts about the host, unless there are some. */
  async note(group: HistoryGroup, host: string): Promise<void> {
    if (!(await this.isKnown(group, host))) await this.change(group, host, (facts) => facts);
  }

  trustsDates({ wrongDates }: HostFacts): boolean {
    return wrongDates < MAX_WRONG_DATES;
  }

  trustsValidators({ distrustedUntil }: HostFacts): boolean {
    return distrustedUntil <= Date.now();
  }

  /** A server said that a page had not changed which had. */
  async noteWrongValidators(group: HistoryGroup, host: string): Promise<void> {
    await this.change(group, host, (facts) => ({ ...facts, distrustedUntil: Date.now() + DISTRUST_MS }));
  }

  /** A sitemap said that a page had changed which had not. */
  async noteWrongDate(group: HistoryGroup, host: string): Promise<void> {
    await this.change(group, host, (facts) => ({ ...facts, wrongDates: facts.wrongDates + 1 }));
  }

  /** Pages of a kind have their content there. The first decision about a kind stays. */
  async noteDecision(group: HistoryGroup, host: string, decision: KindDecision): Promise<void> {
    const { decisions } = await this.of(group, host);
    if (decisions.length >= MAX_DECISIONS || decisions.some(({ kind }) => kind === decision.kind)) return;
    if (weigh([...decisions, decision], MAX_DECISION_BYTES) > MAX_DECISION_BYTES) return;
    await this.change(group, host, (facts) => ({ ...facts, decisions: [...facts.decisions, decision] }));
  }

  private async change(
    group: HistoryGroup,
    host: string,
    change: (facts: HostFacts) => HostFacts,
  ): Promise<void> {
    const facts = change((await this.history.hostFacts(group, host)) ?? NO_HOST_FACTS);
    this.hold(group, host, facts);
    await this.history.keepHostFacts(group, host, facts);
  }

  private hold(group: HistoryGroup, host: string, facts: HostFacts): HostFacts {
    const held = { facts, until: Date.now() + HELD_MS };
    const name = nameOf(group, host);
    this.held.put(group.owner, name, held, weigh([name, held], FACT_BOUNDS.maxValueBytes));
    return facts;
  }
}

interface HeldFacts {
  readonly facts: HostFacts;
  readonly until: number;
}

const nameOf = ({ tag, variant }: HistoryGroup, host: string): string => JSON.stringify([tag, variant, host]);
