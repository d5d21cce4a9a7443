import { FetchTimeoutError } from '../../../model/errors.js';
import type { ActionResults } from '../../../model/page/page.js';
import type { PageNotice, DegradedFeature } from '../../../model/problems/degraded-feature.js';
import type { Rendering, RenderRequest } from '../../../ports/renderer.port.js';
import { holdMemory } from '../../../model/page/held-memory.js';
import type { ActionBudget } from '../actions/action-memory.js';
import { runActions } from '../actions/run-actions.js';
import { BrowserError, isEnd, NoAnswerError } from '../browser/browser-errors.js';
import type { PageSession } from './page-session.js';
import { readPage, type PageText } from './read-page.js';
import { waitUntilReady, type ReadinessSettings } from './readiness.js';
import { loadOnScroll } from './load-on-scroll.js';
import { takePicture } from './take-picture.js';
import type { TimeBudget } from '../time-budget.js';
import { before } from '../../../model/cut-text.js';

interface RunSettings extends ReadinessSettings {
  /** Longest wait for a page to get ready in milliseconds. */
  readonly capMs: number;
  /** Called before the first action: from then on the page is not rendered again. */
  readonly onAct: () => void;
}

/** Kept for reading the page. */
const READ_MS = 300;
/** Kept for a picture, besides. */
const PICTURE_MS = 1_500;
/** With less left a page is not asked for what it keeps for those who scroll. */
const MORE_MS = 2_000;
/** Longest time for frames, and for closed shadow roots; both are less on a page that is short of time. */
const PARTS_MS = 4_000;
/** A page that does not let itself be read in this time must be silenced. */
const PATIENCE_MS = 2_500;

const LATE = 'The page did not settle; it was read in its last state';
const HURRIED: DegradedFeature = { code: 'cut-short', wish: 'waitForMs' };
const STUCK = 'Scripts of the page never came to an end; they were stopped';
const EXCESSIVE = 'The page sent too many requests; its scripts were stopped';
const CUT = 'The page is too large; its end was left out';
const PICTURE_CUT = 'The screenshot was cut: it would have had too many pixels';

/** One page from its address to what a reader would see. */
export class RenderRun {
  private readonly warnings: PageNotice[] = [];
  private isSilenced = false;
  private isAtRest = false;
  private readonly budget: TimeBudget;

  constructor(
    private readonly lane: PageSession,
    private readonly request: RenderRequest,
    budget: TimeBudget,
    private readonly settings: RunSettings,
    private readonly memory: ActionBudget,
  ) {
    this.budget = budget.with(lane.session.signal); // no wait outlasts the page
  }

  /** @throws PageActionError, FetchTimeoutError, BrowserError */
  async run(): Promise<Rendering> {
    const open = this.budget.spentMs;
    const [, ready] = await timed(() => this.show());
    const [, wait] = await timed(() => this.waitAsAsked());
    const [actions, actionsMs] = await timed(() => this.act());
    const [screenshot, picture] = await timed(() => this.picture());
    const [page, read] = await timed(() => this.read());
    await this.keepState();
    const timings = { open, ready, wait, actions: actionsMs, picture, read };
    return { ...this.answer(page), html: page.html, screenshot, actions, warnings: this.warnings, timings };
  }

  private async keepState(): Promise<void> {
    const { visitor } = this.request;
    const state = visitor && (await this.lane.stateOf(visitor));
    if (state) visitor.keep(state);
  }

  private async show(): Promise<void> {
    const { document, fragment } = this.request;
    await this.lane.navigate(document.url + fragment);
    await this.becomeReady();
  }

  private async waitAsAsked(): Promise<void> {
    const isWhole = await this.budget.wait(this.request.waitForMs, this.reserveMs);
    if (!isWhole) this.warnings.push(HURRIED);
  }

  private get reserveMs(): number {
    return this.request.screenshot === null ? READ_MS : READ_MS + PICTURE_MS;
  }

  private async becomeReady(): Promise<void> {
    const { capMs } = this.settings;
    const latest = Math.min(performance.now() + capMs, this.budget.until(this.reserveMs));
    const readiness = await waitUntilReady(this.lane, this.settings, latest);
    this.isAtRest = readiness === 'ready';
    if (readiness === 'late') this.warnings.push(LATE);
    if (readiness === 'stuck') await this.silence();
  }

  private async silence(): Promise<void> {
    if (!this.isSilenced) this.warnings.push(STUCK);
    this.isSilenced = true;
    await this.lane.silence();
  }

  private async act(): Promise<ActionResults | null> {
    const { actions } = this.request;
    if (actions.length === 0) return null;
    this.settings.onAct();
    const results = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
    const { lane, budget, warnings, memory } = this;
    await this.inTime(runActions({ lane, budget, memory, results, warnings }, actions));
    holdMemory(results, memory.release);
    return results;
  }

  private async picture(): Promise<string | null> {
    const { screenshot } = this.request;
    if (screenshot === null) return null;
    const picture = await this.inTime(takePicture(this.lane, screenshot, () => this.budget.leftMs));
    if (picture.isCut) this.warnings.push(PICTURE_CUT);
    return picture.url;
  }

  /** What was asked for and is not there in time is no answer. */
  private async inTime<T>(work: Promise<T>): Promise<T> {
    const { url } = this.request.document;
    const onTimeout = () => new FetchTimeoutError(url, 'no rendered page', this.budget.totalMs);
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(onTimeout()), this.budget.leftMs);
    });
    try {
      return await Promise.race([work, timeUp]);
    } catch (error) {
      throw error instanceof NoAnswerError ? onTimeout() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async read(): Promise<PageText> {
    if (this.isAtRest && this.budget.leftMs > MORE_MS) await loadOnScroll(this.lane, this.budget.leftMs);
    const page = await this.readPatiently();
    if (this.lane.progress.unreachable !== null)
      throw new BrowserError('it led on to an address that cannot be reached');
    if (page.isCut) this.warnings.push(CUT);
    if (this.lane.isExcessive && !this.isSilenced) this.warnings.push(EXCESSIVE);
    return page;
  }

  private async readPatiently(): Promise<PageText> {
    try {
      const patienceMs = Math.min(PATIENCE_MS, Math.max(READ_MS, this.budget.leftMs / 2));
      return await readPage(this.lane, patienceMs, Math.min(PARTS_MS, this.budget.leftMs / 4));
    } catch (error) {
      if (isEnd(error)) throw error;
      if (error instanceof NoAnswerError) await this.silence();
      return this.inTime(readPage(this.lane, Math.max(READ_MS, this.budget.leftMs)));
    }
  }

  /** Where the page came to, and with what answer. A page that is nowhere on the Web is where its document came from. */
  private answer(page: PageText): Pick<Rendering, 'url' | 'statusCode' | 'statusText' | 'headers'> {
    const { document } = this.request;
    const { answer, documents } = this.lane.progress;
    const isOnWeb = /^https?:/i.test(page.url);
    const url = isOnWeb ? before(page.url, ['#']) : document.url;
    if (documents <= 1 || answer === null || !isOnWeb) {
      return {
        url,
        statusCode: document.statusCode,
        statusText: document.statusText,
        headers: document.headers,
      };
    }
    const names = Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]);
    return {
      url,
      statusCode: answer.status,
      statusText: answer.statusText,
      headers: Object.fromEntries(names) as Record<string, string>,
    };
  }
}

/** @returns what the work gave, and how long it took in milliseconds */
async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const startedAt = performance.now();
  return [await work(), Math.round(performance.now() - startedAt)];
}
