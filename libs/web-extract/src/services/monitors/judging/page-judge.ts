import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Judgment } from '../../../model/monitor/check.js';
import type { MonitorHead } from '../../../model/monitor/monitor.js';
import { withDeadline } from '../../../concurrency/with-deadline.js';
import { UnavailableError } from '../../../model/errors.js';
import type { LanguageModel } from '../../../ports/language-model.port.js';
import { MeteredLanguageModel } from '../../usage/metered-ports.js';
import { RunningWork } from '../../running-work.js';
import type { CheckedPage } from '../work/check-page.js';
import { JUDGMENT_SCHEMA, judgedChange, judgeQuestion, type JudgedChange } from './judge-question.js';
import { ofPart, readJudgment } from './read-judgment.js';

/** Questions of one check in progress at once. */
const AT_ONCE = 4;
const TIMEOUT_MS = 60_000;
/** Questions in a row without a usable answer, after which the other pages of a part are not judged: each may cost a minute. */
const MAX_FAILURES = 4;
const late = (): Error => new Error(`the model did not answer within ${TIMEOUT_MS} ms`);
/** Credits of a judgement: those of a model in addition to the page. */
const CREDITS = 4;

/** Has a model judge whether changes matter for the goal of a monitor. */
@Injectable()
export class PageJudge {
  private readonly logger = new Logger('WebExtract');

  constructor(
    // null where the host configured none; the union would leave Nest without a type to inject by
    @Inject(MeteredLanguageModel) private readonly model: LanguageModel | null,
    private readonly work: RunningWork,
  ) {}

  /** Judges the new and changed pages; without an answer of the model a page stays without a judgement. @throws the reason of the signal */
  async judge(
    monitor: MonitorHead,
    pages: readonly CheckedPage[],
    signal: AbortSignal,
  ): Promise<readonly CheckedPage[]> {
    const { goal, judgeEnabled, owner } = monitor;
    const { model } = this;
    if (!model || goal === null || !judgeEnabled) return pages;
    const judged = [...pages];
    const queue = pages.flatMap(({ page: { status } }, at) =>
      status === 'new' || status === 'changed' ? [at] : [],
    );
    let failures = 0;
    const lane = async () => {
      for (let at = queue.shift(); at !== undefined && failures < MAX_FAILURES; at = queue.shift()) {
        const judgment = await this.ask(model, judgedChange(goal, pages[at]!), owner, signal);
        failures = judgment === null ? failures + 1 : 0;
        judged[at] = { ...pages[at]!, page: { ...pages[at]!.page, judgment } };
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
    } finally {
      queue.length = 0; // after an error the other lanes ask no more
    }
    return judged;
  }

  private async ask(
    model: LanguageModel,
    change: JudgedChange,
    owner: string,
    signal: AbortSignal,
  ): Promise<Judgment | null> {
    const question = { owner, messages: judgeQuestion(change), schema: JUDGMENT_SCHEMA };
    const payment = {
      owner,
      most: { pages: 0, credits: CREDITS },
      costOf: () => ({ pages: 0, credits: CREDITS }),
    };
    try {
      const { text } = await this.work.run(
        (under) => withDeadline(TIMEOUT_MS, under, late, (time) => askModel(model, question, time)),
        signal,
        payment,
      );
      const judgment = readJudgment(text, change);
      return judgment && change.shown.isCut ? ofPart(judgment) : judgment;
    } catch (error) {
      if (signal.aborted || error instanceof UnavailableError) throw error;
      this.logger.warn(`A change was not judged: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}

/** A check whose store is unavailable is continued later; one whose model is unavailable has to end. */
async function askModel(
  model: LanguageModel,
  question: Parameters<LanguageModel['ask']>[0],
  signal: AbortSignal,
): ReturnType<LanguageModel['ask']> {
  try {
    return await model.ask(question, TIMEOUT_MS, signal);
  } catch (error) {
    throw error instanceof UnavailableError ? new Error(error.message, { cause: error }) : error;
  }
}
