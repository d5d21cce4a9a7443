import { ExtractionFailedError } from '../model/errors.js';
import type { OpenQuestion } from '../ports/extraction-compute.port.js';
import { LanguageModel, type ModelAnswer, type ModelQuestion } from '../ports/language-model.port.js';
import { HostAnswers } from './host-answers.js';

class ToldModel extends LanguageModel {
  readonly asked: { question: ModelQuestion; signal: AbortSignal }[] = [];
  constructor(private readonly tell: (question: ModelQuestion) => Promise<ModelAnswer>) {
    super();
  }
  ask(question: ModelQuestion, _budgetMs: number, signal: AbortSignal): Promise<ModelAnswer> {
    this.asked.push({ question, signal });
    return this.tell(question);
  }
}

const ANSWER: ModelAnswer = {
  text: '{}',
  isTruncated: false,
  model: 'told',
  usage: { calls: 1, promptTokens: 0, completionTokens: 0 },
};
const NEVER = new Promise<never>(() => undefined);
const asks = (key: string): OpenQuestion => ({
  kind: 'model',
  key,
  question: { messages: [{ role: 'user', content: key }], schema: null },
});
const context = (more: object = {}) => ({
  budgetMs: 60_000,
  signal: new AbortController().signal,
  ...more,
});

describe('HostAnswers', () => {
  it('asks each question once, and knows when none is left', async () => {
    const model = new ToldModel(() => Promise.resolve(ANSWER));
    const answers = new HostAnswers(model, context({ owner: 'anna' }));
    expect(answers.takeOn([asks('a'), asks('b')])).toBe(true);
    expect(answers.takeOn([asks('a')])).toBe(true);
    await answers.hear();
    expect([...answers.heard.keys()]).toEqual(['a', 'b']);
    expect(model.asked.map(({ question }) => question.owner)).toEqual(['anna', 'anna']);
    expect(answers.takeOn([asks('a')])).toBe(false);
  });

  it('waits for nobody else once one question has failed, unless it was only too long', async () => {
    const failing =
      (isTooLong: boolean) =>
      ({ messages }: ModelQuestion) =>
        messages[0]!.content === 'bad'
          ? Promise.reject(new ExtractionFailedError('no', { isTooLong }))
          : new Promise<ModelAnswer>((resolve) => setImmediate(resolve, ANSWER));
    for (const isTooLong of [false, true]) {
      const answers = new HostAnswers(new ToldModel(failing(isTooLong)), context());
      answers.takeOn([asks('bad'), asks('good')]);
      await answers.hear();
      expect([...answers.heard.keys()]).toEqual(isTooLong ? ['bad', 'good'] : ['bad']);
      answers.end();
    }
  });

  it('tells the model when nobody wants its answer any more', () => {
    const model = new ToldModel(() => NEVER);
    const controller = new AbortController();
    for (const giveUp of [
      (answers: HostAnswers) => answers.end(),
      () => controller.abort(new Error('enough')),
    ]) {
      const answers = new HostAnswers(model, context({ signal: controller.signal }));
      answers.takeOn([asks('a')]);
      giveUp(answers);
    }
    expect(model.asked.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it("keeps what the host's own check made, and passes on what is plain of it", async () => {
    class Lamp {
      readonly shine = () => 'light';
      constructor(readonly name: string) {}
    }
    const lamp = new Lamp('storm');
    const answers = new HostAnswers(null, context({ ownCheck: () => lamp }));
    answers.takeOn([{ kind: 'own-check', key: 'k', value: { name: 'storm' } }]);
    await answers.hear();
    expect(answers.heard.get('k')).toEqual({ kind: 'accepted', value: { name: 'storm' } });
    const extraction = { data: { name: 'storm' }, evidence: [], model: null, usage: ANSWER.usage };
    const result = answers.complete({ kind: 'done', result: { extraction, warnings: [] }, acceptedBy: 'k' });
    expect(result.extraction.data).toBe(lamp);
  });

  it('passes on why the own check refused', async () => {
    const ownCheck = () => {
      throw new Error('too dear');
    };
    const answers = new HostAnswers(null, context({ ownCheck }));
    answers.takeOn([{ kind: 'own-check', key: 'k', value: {} }]);
    await answers.hear();
    expect(answers.heard.get('k')).toEqual({ kind: 'refused', message: 'too dear' });
  });
});
