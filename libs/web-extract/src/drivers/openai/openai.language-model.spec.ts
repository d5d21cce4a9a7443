import { TestSite } from '../../testing/test-site.js';
import { OpenAiLanguageModel } from './openai.language-model.js';

const ANSWER = JSON.stringify({ choices: [{ message: { content: '{}' }, finish_reason: 'stop' }] });

describe('OpenAiLanguageModel', () => {
  it('has a slot for another owner while the requests of one hold all of theirs', async () => {
    const held: (() => void)[] = [];
    let onHeld = () => {};
    const endpoint = await TestSite.start((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        const answer = () => response.setHeader('content-type', 'application/json').end(ANSWER);
        if (body.includes('bert')) return answer();
        held.push(answer);
        onHeld();
      });
    });
    const options = { model: 'm', baseURL: `${endpoint.origin}/v1`, apiKey: 'k', headers: {} };
    const model = new OpenAiLanguageModel({ ...options, timeoutMs: 30_000, maxConcurrent: 1 });
    const ask = (owner: string) =>
      model.ask(
        { messages: [{ role: 'user', content: owner }], schema: null, owner },
        30_000,
        new AbortController().signal,
      );
    const isHeld = () => new Promise<void>((resolve) => (onHeld = resolve));
    const first = isHeld();
    const work = [ask('anna'), ask('anna')];
    await first;
    await ask('bert');
    expect(held).toHaveLength(1);
    const second = isHeld();
    held[0]!();
    await second;
    held[1]!();
    await Promise.all(work);
    await endpoint.close();
  });
});
