import { HeldAnswers } from './held-answers.js';

const partsOf = (...texts: string[]) => texts.map((text) => Buffer.from(text));

function streamOf(...texts: string[]): Response {
  const headers = { 'content-type': 'text/event-stream' };
  return new Response(ReadableStream.from(partsOf(...texts)), { status: 201, headers });
}

describe('HeldAnswers', () => {
  it('puts what is held where its mark stands, however many there are', async () => {
    const held = new HeldAnswers();
    const first = JSON.stringify(held.hold(partsOf('{"a":', '"ä"}')));
    const second = JSON.stringify(held.hold(partsOf('{"b":2}')));
    const sent = streamOf(`data: [${second},1,${first}]\n\n`, 'data: {}\n\n', `data: ${first}\n\n`);
    const response = held.fillIn(sent);
    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'text/event-stream']);
    expect(await response.text()).toBe('data: [{"b":2},1,{"a":"ä"}]\n\ndata: {}\n\ndata: {"a":"ä"}\n\n');
  });

  it('leaves marks alone that are not its own', async () => {
    const foreign = JSON.stringify(new HeldAnswers().hold(partsOf('secret')));
    expect(await new HeldAnswers().fillIn(streamOf(foreign)).text()).toBe(foreign);
  });

  it('has nothing to add where there is no body', async () => {
    const { status, body } = new HeldAnswers().fillIn(new Response(null, { status: 202 }));
    expect([status, body]).toEqual([202, null]);
  });

  it('ends what it reads when nobody reads it any more', async () => {
    const end = jest.fn();
    const source = new ReadableStream({
      pull: (to) => to.enqueue(Buffer.from('data: 1\n\n')),
      cancel: () => end(),
    });
    for await (const _ of new HeldAnswers().fillIn(new Response(source)).body!) break;
    expect(end).toHaveBeenCalledTimes(1);
  });
});
