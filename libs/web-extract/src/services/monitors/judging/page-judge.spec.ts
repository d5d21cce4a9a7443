import { Logger } from '@nestjs/common';
import { UnavailableError } from '../../../model/errors.js';
import type { TextDiff } from '../../../model/page/page-change.js';
import { someCheckPage, someMonitor } from '../../../testing/contracts/monitor-store/samples.contract.js';
import type { CheckedPage } from '../work/check-page.js';
import { PageJudge } from './page-judge.js';

const work = { run: (step: (signal: AbortSignal) => unknown, signal: AbortSignal) => step(signal) };
const diffOf = (lines: readonly string[]): TextDiff => {
  const changes = lines.map((content) => ({ type: 'add', content: `+${content}` }));
  return {
    text: lines.map((content) => `+${content}`).join('\n'),
    json: { files: [{ chunks: [{ changes }] }] },
  } as unknown as TextDiff;
};

describe('PageJudge', () => {
  const monitor = someMonitor({ goal: 'Prices', judgeEnabled: true });
  const judgedWith = async (quote: string, page: Omit<CheckedPage, 'key' | 'state'>) => {
    const change = { type: 'added', before: null, after: quote, reason: 'r' };
    const text = JSON.stringify({
      meaningful: true,
      confidence: 'high',
      reason: 'r',
      meaningfulChanges: [change],
    });
    const judge = new PageJudge({ ask: async () => ({ text }) } as never, work as never);
    const pages = [{ ...page, key: 'k', state: null }];
    const [judged] = await judge.judge(monitor, pages, new AbortController().signal);
    return judged!.page.judgment?.meaningfulChanges.length;
  };

  it('accepts quotes of the lines that the model was shown', async () => {
    const page = someCheckPage({ status: 'changed', diff: { text: diffOf(['It costs 9 coins.']) } });
    expect(await judgedWith('It costs 9 coins.', { page, markdown: null })).toBe(1);
  });

  it('drops quotes of other parts of a page', async () => {
    const page = someCheckPage({ status: 'changed', diff: { text: diffOf(['It costs 9 coins.']) } });
    expect(await judgedWith('Imprint', { page, markdown: 'It costs 9 coins.\n\nImprint' })).toBe(0);
  });

  describe('with a model that does not answer', () => {
    const judgeWith = async (error: Error, count = 50) => {
      let questions = 0;
      const ask = async () => {
        questions++;
        throw error;
      };
      const judge = new PageJudge({ ask } as never, work as never);
      const pages = Array.from({ length: count }, (_, n) => ({ key: `${n}`, page: someCheckPage({ status: 'new' }), markdown: 'Text', state: null })); // prettier-ignore
      return { judged: await judge.judge(monitor, pages, new AbortController().signal), questions };
    };
    beforeAll(() => Logger.overrideLogger(false));

    it('leaves the pages of a part without judgements after a few questions', async () => {
      const { judged, questions } = await judgeWith(new Error('late'));
      expect(judged.map(({ page }) => page.judgment)).toEqual(Array(50).fill(null));
      expect(questions).toBeLessThan(10);
    });

    it('ends also if the model says that it is unavailable: the check must not wait for it', async () => {
      const { judged } = await judgeWith(new UnavailableError('overloaded'), 2);
      expect(judged).toHaveLength(2);
    });
  });

  it('looks for quotes in the shown part of a long new page only', async () => {
    const page = someCheckPage({ status: 'new', diff: null });
    const markdown = `${'Word '.repeat(4_000)}The end.`;
    expect(await judgedWith('Word Word', { page, markdown })).toBe(1);
    expect(await judgedWith('The end.', { page, markdown })).toBe(0);
  });

  describe('about a change that is too long to be shown', () => {
    const judgeWith = async (lines: readonly string[], meaningful: (question: string) => boolean) => {
      const asked: string[] = [];
      const ask = async ({ messages }: { messages: readonly { content: string }[] }) => {
        asked.push(messages[1]!.content);
        const verdict = {
          meaningful: meaningful(asked[0]!),
          confidence: 'high',
          reason: 'r',
          meaningfulChanges: [],
        };
        return { text: JSON.stringify(verdict) };
      };
      const judge = new PageJudge({ ask } as never, work as never);
      const page = someCheckPage({ status: 'changed', diff: { text: diffOf(lines) } });
      const pages = [{ key: 'k', page, markdown: null, state: null }];
      const [judged] = await judge.judge(monitor, pages, new AbortController().signal);
      return { question: asked[0]!, judgment: judged!.page.judgment! };
    };
    const rows = Array.from({ length: 900 }, (_, n) => `Row ${n} of the table of berths along the quay`);

    it('shows what stands behind lines that differ in numbers only', async () => {
      const { question, judgment } = await judgeWith([...rows, 'The fee rises to 900.'], (text) => text.includes('The fee rises')); // prettier-ignore
      expect(judgment).toMatchObject({ meaningful: true, confidence: 'high' });
      expect(question).toContain('They are a part');
    });

    it('never says that nothing matters of what was not shown', async () => {
      const words = Array.from({ length: 900 }, (_, n) =>
        `${n.toString(26).replace(/\d/g, 'x')} `.repeat(30),
      );
      const { judgment } = await judgeWith(words, () => false);
      expect(judgment).toMatchObject({ meaningful: true, confidence: 'low', reason: expect.stringContaining('part') }); // prettier-ignore
      expect((await judgeWith(['Short.'], () => false)).judgment.meaningful).toBe(false);
    });

    it('has the URL of the page between the marks', async () => {
      const { question } = await judgeWith(['Short.'], () => false);
      expect(question).toMatch(/=== ([\w-]+) ===\nURL: https:\/\/site\.example\/\n\+Short\.\n=== \1 ===$/);
    });

    it('reads a diff of megabytes in linear time', async () => {
      const startedAt = performance.now();
      await judgeWith(['9'.repeat(4_000_000), ...Array.from({ length: 100_000 }, () => '1-'.repeat(20))], () => false); // prettier-ignore
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    });
  });
});
