import { EventEmitter } from 'node:events';
import { holdMemory, releaseMemory } from '../../model/page/held-memory.js';
import { releaseWhenSent } from './release-memory.js';

describe('releaseWhenSent', () => {
  it.each([
    ['a scrape', (actions: object) => ({ success: true, data: { markdown: '', actions } })],
    ['a search in v1', (actions: object) => ({ data: [{ url: '' }, { actions }] })],
    ['a search in v2', (actions: object) => ({ data: { web: [{ actions }] } })],
    ['news in v2', (actions: object) => ({ data: { news: [{ actions }] } })],
  ])('releases the memory of %s when the response is closed', (_name, answer) => {
    const response = new EventEmitter();
    const actions = {};
    let released = 0;
    holdMemory(actions, () => released++);
    releaseWhenSent({ raw: response }, answer(actions));
    expect(released).toBe(0);
    response.emit('close');
    expect(released).toBe(1);
  });

  it.each([null, undefined, 'text', [], { data: null }, { data: { web: null, actions: {} } }])(
    'accepts any other answer: %p',
    (answer) => {
      const response = new EventEmitter();
      releaseWhenSent(response, answer);
      response.emit('close');
      releaseMemory(null);
    },
  );
});
