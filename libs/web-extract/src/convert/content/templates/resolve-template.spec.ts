import type { TemplateSample } from '../../../model/page/page-kind.js';
import { TemplateTable } from './template-table.js';
import { isSameChoice, resolveTemplate } from './resolve-template.js';

const [KIND, BODY, ELSEWHERE, TEXT, PAGER, EDIT, SHARE] = [1, 2, 3, 4, 5, 6, 7];

function vote(differing: Partial<TemplateSample> = {}): TemplateSample {
  return {
    kind: KIND,
    container: BODY,
    kept: 100,
    outside: 0,
    places: [[TEXT, 100, 0]],
    pieces: [],
    isTechnical: false,
    pageType: 'article',
    ...differing,
  };
}

const votes = (count: number, differing: Partial<TemplateSample> = {}) =>
  Array.from({ length: count }, () => vote(differing));

describe('A kind of pages is', () => {
  it('not settled by four', () => {
    expect(resolveTemplate(votes(4))).toBeNull();
  });

  it('settled by five that have their content in one place', () => {
    expect(resolveTemplate(votes(5))).toEqual({
      decision: { kind: KIND, container: BODY, exceptions: [], pieces: [], pageType: 'article' },
      isClear: true,
    });
  });

  it('not settled where the content is here and there', () => {
    expect(resolveTemplate([...votes(3), ...votes(3, { container: ELSEWHERE })])).toBeNull();
    expect(resolveTemplate([...votes(3), ...votes(3, { container: null })])).toBeNull();
  });

  it('settled though one page errs, but only by many', () => {
    const err = vote({ container: null });
    expect(resolveTemplate([...votes(4), err])?.isClear).toBe(false);
    expect(resolveTemplate([...votes(9), err])?.isClear).toBe(true);
  });

  it('settled without what all its pages leave out', () => {
    const places = [[TEXT, 100, 0], [PAGER, 0, 12]] as const; // prettier-ignore
    expect(resolveTemplate(votes(10, { places }))).toMatchObject({
      decision: { exceptions: [PAGER] },
      isClear: true,
    });
  });

  it('not settled where pages leave out much of its container, now this and now that', () => {
    const all = { places: [[TEXT, 100, 0], [PAGER, 12, 0]] } as const; // prettier-ignore
    const less = { places: [[TEXT, 100, 0], [PAGER, 0, 12]] } as const; // prettier-ignore
    expect(resolveTemplate([...votes(5, all), ...votes(5, less)])).toBeNull();
  });

  it('settled with all of its container where that is a guide or a reference', () => {
    const all = { isTechnical: true, places: [[TEXT, 100, 0], [PAGER, 12, 0]] } as const; // prettier-ignore
    const less = { isTechnical: true, places: [[TEXT, 100, 0], [PAGER, 0, 12]] } as const; // prettier-ignore
    expect(resolveTemplate([...votes(5, all), ...votes(5, less)])?.decision.exceptions).toEqual([]);
  });

  it('settled without the pieces that nearly all its pages have, five at least', () => {
    const pieces = [SHARE, EDIT];
    expect(resolveTemplate(votes(5, { pieces }))?.decision.pieces).toEqual([EDIT, SHARE]);
    expect(resolveTemplate([...votes(4, { pieces }), vote()])).toMatchObject({
      decision: { pieces: [] },
      isClear: false,
    });
    expect(resolveTemplate([...votes(9, { pieces }), vote()])).toMatchObject({
      decision: { pieces: [EDIT, SHARE] },
      isClear: true,
    });
    expect(resolveTemplate([...votes(6, { pieces }), ...votes(4)])?.decision.pieces).toEqual([]);
  });

  it('settled alike in any order', () => {
    const cast = [...votes(5), ...votes(3, { pageType: 'other' }), vote({ container: ELSEWHERE })];
    expect(resolveTemplate([...cast].reverse())).toEqual(resolveTemplate(cast));
  });
});

describe('isSameChoice', () => {
  const decision = { kind: KIND, container: BODY, exceptions: [PAGER], pieces: [EDIT], pageType: 'article' } as const; // prettier-ignore

  it.each<[boolean, Partial<TemplateSample>]>([
    [true, { places: [[TEXT, 100, 0], [PAGER, 0, 3]] }],
    [false, { places: [[TEXT, 100, 0], [PAGER, 3, 0]] }],
    [false, { places: [[TEXT, 98, 2]] }],
    [false, { outside: 1 }],
    [false, { pieces: [EDIT] }],
    [true, { pieces: [SHARE] }],
    [false, { container: ELSEWHERE }],
  ])('is %s for %j', (expected, differing) => {
    expect(isSameChoice(vote(differing), decision)).toBe(expected);
  }); // prettier-ignore
});

describe('TemplateTable', () => {
  it('settles at once what is clear, and the rest when it is asked to', () => {
    const table = new TemplateTable();
    for (const cast of [...votes(4), vote({ container: null })]) table.add(cast);
    expect(table.decisions).toEqual([]);
    table.settle(KIND);
    expect(table.decisionOn(KIND)).toMatchObject({ container: BODY });
  });

  it('unsettles a kind on which pages agree no more', () => {
    const table = new TemplateTable();
    for (const cast of votes(5)) table.add(cast);
    expect(table.decisions).toHaveLength(1);
    for (const cast of votes(4, { container: ELSEWHERE })) table.add(cast);
    expect(table.decisions).toEqual([]);
  });

  it('forgets the kinds met longest ago', () => {
    const table = new TemplateTable();
    for (let kind = 0; kind < 100; kind++) for (const cast of votes(5, { kind })) table.add(cast);
    expect(table.decisions.length).toBeLessThan(100);
    expect(table.decisionOn(99)).not.toBeNull();
    expect(table.decisionOn(0)).toBeNull();
  });
});
