import { ExtractionFailedError } from '../../model/errors.js';
import type { PageQuestion } from '../../model/page/page-request.js';
import { LanguageModel, type ModelAnswer, type ModelQuestion } from '../../ports/language-model.port.js';
import { somePage } from '../../testing/some-page.js';
import { answerQuestion } from './answer-question.js';

/** Model that returns a fixed answer or one computed from the question. */
class Speaker extends LanguageModel {
  readonly asked: string[] = [];

  constructor(private readonly says: string | ((question: string) => string)) {
    super();
  }

  async ask({ messages }: ModelQuestion): Promise<ModelAnswer> {
    const question = messages.at(-1)!.content;
    this.asked.push(question);
    const text = typeof this.says === 'string' ? this.says : this.says(question);
    return {
      text,
      isTruncated: false,
      model: 'told',
      usage: { calls: 1, promptTokens: 9, completionTokens: 1 },
    };
  }
}

const TEXT = '# Lamps\n\nThe storm lamp burns for **forty hours**.\n\nIt costs $12.';

function words(says: Speaker['says'], question: PageQuestion | null, text = TEXT, maxInputTokens = 16_000) {
  const model = new Speaker(says);
  const page = { url: 'https://a.example/', metadata: somePage().metadata, text };
  const said = answerQuestion(
    page,
    { summary: question === null, question },
    { model, mark: 'M', maxInputTokens },
  );
  return said.then((one) => ({ ...one, asked: model.asked }));
}

describe('the summary of a page', () => {
  it.each([
    ['as it was asked for', '{"summary":"A lamp."}'],
    ['under another name', '{"text":"A lamp."}'],
    ['in a fence', '```json\n{"summary": "A lamp."}\n```'],
    ['as plain text', ' A lamp.\n'],
    ['behind thoughts', '<think>What is it? {"a":1}</think>A lamp.'],
  ])('is taken %s', async (_how, says) => {
    expect(await words(says, null)).toMatchObject({ summary: 'A lamp.', answer: null, usage: { calls: 1 } });
  });

  it('has five sentences at most', async () => {
    const { summary } = await words(JSON.stringify({ summary: 'One lamp. '.repeat(9) }), null);
    expect(summary).toBe('One lamp. '.repeat(5).trim());
  });

  it('of a long page is made of those of its parts', async () => {
    const long = Array.from(
      { length: 40 },
      (_, n) => `## Part ${n}\n\n${'Lamp oil burns. '.repeat(40)}`,
    ).join('\n\n');
    const { summary, asked, usage } = await words(
      (asked) => (asked.includes('Told.') ? 'All.' : 'Told.'),
      null,
      long,
      2_000,
    );
    expect([summary, usage.calls]).toEqual(['All.', asked.length]);
    expect(asked.length).toBeGreaterThan(2);
  });

  it.each(['', '{}', '{"summary": 7}', '<think>only thoughts</think>'])(
    'is none where the model says %j',
    async (says) => {
      await expect(words(says, null)).rejects.toThrow(ExtractionFailedError);
    },
  );

  it('is none of a page without text', async () => {
    await expect(words('x', null, ' \n')).rejects.toThrow('no text');
  });
});

describe('the answer to a question', () => {
  it('is what the model says, about the page between its marks', async () => {
    const { answer, asked } = await words('{"answer":"Forty hours"}', { text: 'How long does it burn?' });
    expect(answer).toBe('Forty hours');
    expect(asked[0]).toMatch(
      /How long does it burn\?[\s\S]*PAGE M BEGINS[\s\S]*forty hours[\s\S]*PAGE M ENDS/,
    );
  });

  it('in quotes is what stands on the page, whatever the model makes of it', async () => {
    const says = '{"quotes":["The storm lamp burns for forty hours","It was invented."]}';
    const { answer, warnings } = await words(says, { text: 'How long?', mode: 'directQuote' });
    expect(TEXT).toContain(answer);
    expect(answer).toContain('forty hours');
    expect(warnings).toEqual([expect.stringContaining('are not on the page')]);
    await expect(words('{"quotes":["Invented."]}', { text: 'x', mode: 'directQuote' })).rejects.toThrow(
      'no passage',
    );
  });

  it('of a long page is looked for where its words stand', async () => {
    const filler = Array.from({ length: 200 }, (_, n) => `## Part ${n}\n\nOther matters of part ${n}.`).join(
      '\n\n',
    );
    const { asked, warnings } = await words(
      'x',
      { text: 'What does the refund cost?' },
      `${filler}\n\n## Refund\n\nThe refund costs nothing.`,
      500,
    );
    expect(asked[0]).toContain('The refund costs nothing.');
    expect(asked[0]!.length).toBeLessThan(4_000);
    expect(warnings).toEqual([expect.stringContaining('too long')]);
  });
});
