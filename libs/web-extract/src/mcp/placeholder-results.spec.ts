import { AnswerBytes, ANSWER_BOUNDS } from '../services/memory/answer-bytes.js';
import { PlaceholderResults } from './placeholder-results.js';

const partsOf = (...texts: string[]) => texts.map((text) => Buffer.from(text));

function streamOf(...texts: string[]): Response {
  const headers = { 'content-type': 'text/event-stream' };
  return new Response(ReadableStream.from(partsOf(...texts)), { status: 201, headers });
}

const newHeld = (answers = new AnswerBytes(), owner = 'a') =>
  new PlaceholderResults(() => answers.client(owner));

describe('PlaceholderResults', () => {
  it('puts what is held where its mark stands, however many there are', async () => {
    const held = newHeld();
    const first = JSON.stringify(held.hold(partsOf('{"a":', '"ä"}')));
    const second = JSON.stringify(held.hold(partsOf('{"b":2}')));
    const sent = streamOf(`data: [${second},1,${first}]\n\n`, 'data: {}\n\n', `data: ${first}\n\n`);
    const response = held.fillIn(sent);
    expect([response.status, response.headers.get('content-type')]).toEqual([201, 'text/event-stream']);
    expect(await response.text()).toBe('data: [{"b":2},1,{"a":"ä"}]\n\ndata: {}\n\ndata: {"a":"ä"}\n\n');
  });

  it('leaves marks alone that are not its own', async () => {
    const foreign = JSON.stringify(newHeld().hold(partsOf('secret')));
    expect(await newHeld().fillIn(streamOf(foreign)).text()).toBe(foreign);
  });

  it('has nothing to add where there is no body', async () => {
    const { status, body } = newHeld().fillIn(new Response(null, { status: 202 }));
    expect([status, body]).toEqual([202, null]);
  });

  it('ends what it reads when nobody reads it any more', async () => {
    const end = jest.fn();
    const source = new ReadableStream({
      pull: (to) => to.enqueue(Buffer.from('data: 1\n\n')),
      cancel: () => end(),
    });
    for await (const _ of newHeld().fillIn(new Response(source)).body!) break;
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('makes answers wait where one owner, or a hundred, have not taken theirs', async () => {
    const answers = new AnswerBytes();
    const text = 'x'.repeat(4 * 1024 * 1024);
    const state = { counted: 0, refused: 0 };
    const countAll = (owner: string, count: number) =>
      Array.from({ length: count }, () => {
        const held = newHeld(answers, owner);
        held.count({ text }, new AbortController().signal).then(
          () => state.counted++,
          () => state.refused++,
        );
        return held;
      });
    const own = countAll('a', 64);
    const others = Array.from({ length: 100 }, (_, n) => countAll(`owner ${n}`, 1)).flat();
    await new Promise(setImmediate);
    expect(state.counted * 2 * text.length).toBeLessThanOrEqual(ANSWER_BOUNDS.maxBytes);
    expect([state.counted > 12, state.refused > 0]).toEqual([true, true]);
    for (const held of [...own, ...others]) held.release();
    await new Promise(setImmediate);
    expect(state.counted + state.refused).toBe(164);
    expect(answers.client('b').tryHold({}, ANSWER_BOUNDS.maxOwnerBytes)).toBe(true);
  });
});
