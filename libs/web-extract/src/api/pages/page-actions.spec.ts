import { validateSync } from 'class-validator';
import { IsActions } from './page-actions.js';

class Body {
  @IsActions()
  actions: unknown;
}

function problemOf(actions: unknown): string | undefined {
  const [error] = validateSync(Object.assign(new Body(), { actions }));
  return error && Object.values(error.constraints ?? {})[0];
}

describe('IsActions', () => {
  it.each([
    [[]],
    [
      [
        { type: 'wait', milliseconds: 10 },
        { type: 'wait', selector: '#a' },
      ],
    ],
    [[{ type: 'click', selector: 'a', all: true }]],
    [
      [
        { type: 'write', text: 'x' },
        { type: 'press', key: 'Enter' },
      ],
    ],
    [[{ type: 'scroll' }, { type: 'scroll', direction: 'up', selector: '#a' }]],
    [[{ type: 'screenshot', fullPage: true, quality: 80 }, { type: 'scrape' }]],
    [
      [
        { type: 'executeJavascript', script: '1' },
        { type: 'pdf', format: 'A4', landscape: true, scale: 1.5 },
      ],
    ],
    [Array.from({ length: 50 }, () => ({ type: 'scrape' }))],
    [[{ type: 'wait', milliseconds: 60_000 }]],
  ])('takes %j', (actions) => {
    expect(problemOf(actions)).toBeUndefined();
  });

  it.each([
    ['x', 'actions must be a list of actions'],
    [{}, 'actions must be a list of actions'],
    [Array.from({ length: 51 }, () => ({ type: 'scrape' })), 'actions must hold at most 50 actions'],
    [[{ type: 'scrape' }, 7], 'actions 1: must be an object'],
    [[{}], /^actions 0: type must be one of wait, click/],
    [[{ type: 'fly' }], /^actions 0: type must be one of/],
    [[{ type: 'constructor' }], /^actions 0: type must be one of/],
    [[{ type: 'wait' }], 'actions 0: wait needs either milliseconds or selector'],
    [
      [{ type: 'wait', milliseconds: 1, selector: 'a' }],
      'actions 0: wait needs either milliseconds or selector',
    ],
    [[{ type: 'wait', milliseconds: '1' }], 'actions 0: milliseconds is missing or not valid'],
    [[{ type: 'click' }], 'actions 0: selector is missing or not valid'],
    [[{ type: 'scroll', direction: 'left' }], 'actions 0: direction is missing or not valid'],
    [[{ type: 'screenshot', quality: 101 }], 'actions 0: quality is missing or not valid'],
    [[{ type: 'press', key: 'a', times: 2 }], 'actions 0: unrecognized key times'],
    [[{ type: 'scrape', toString: 1 }], 'actions 0: unrecognized key toString'],
    [
      [
        { type: 'wait', milliseconds: 40_000 },
        { type: 'wait', milliseconds: 20_001 },
      ],
      'actions must not wait longer than 60000 ms in all',
    ],
  ])('refuses %j', (actions, problem) => {
    expect(problemOf(actions)).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    );
  });
});
