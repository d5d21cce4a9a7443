import assert from 'node:assert/strict';
import { PageActionError } from '../../../model/errors.js';
import type { Renderer } from '../../../ports/renderer.port.js';
import type { ContractCase } from '../fetcher.contract.js';
import { P, withSite } from './scene.js';

/** Browser actions. */
export const actionCases: readonly ContractCase<Renderer>[] = [
  {
    name: 'clicks, writes, presses, scrolls and waits as a visitor does',
    run: withSite(
      {
        '/': `<input id="name"><button id="go">Go</button><i class="dot">1</i><i class="dot">2</i><ul id="log"></ul><div style="height:5000px"></div><script>
        const say = (...words) => { const li = document.createElement('li'); li.textContent = words.join(' '); log.append(li); };
        go.onclick = (e) => setTimeout(() => { say('clicked', e.isTrusted); log.className = 'done'; }, 300);
        name.onkeydown = (e) => say('key', e.key, e.isTrusted); document.getElementById('name').addEventListener('input', (e) => say('value', e.target.value));
        document.querySelectorAll('.dot').forEach((dot) => { dot.onclick = () => say('dot', dot.textContent) });
        document.getElementById('name').addEventListener('keydown', (e) => say('pressed', e.key));
        addEventListener('scroll', () => say('scrolled', scrollY > 0), { once: true });</script>`,
      },
      async ({ render }) => {
        const { html } = await render({
          actions: [
            { type: 'click', selector: '#go' },
            { type: 'wait', selector: '#log.done' },
            { type: 'click', selector: '#name' },
            { type: 'write', text: 'hé' },
            { type: 'press', key: 'enter' },
            { type: 'click', selector: '.dot', all: true },
            { type: 'scroll', direction: 'down' },
            { type: 'wait', milliseconds: 100 },
          ],
        });
        const said = [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, words]) => words);
        for (const words of [
          'clicked true',
          'pressed h',
          'pressed é',
          'value hé',
          'pressed Enter',
          'dot 1',
          'dot 2',
          'scrolled true',
        ])
          assert.ok(said.includes(words), `${words} is missing in ${said.join(', ')}`);
      },
    ),
  },
  {
    name: 'gives the values of scripts, waited for, with their types',
    run: withSite({ '/': `<title>Title</title>${P}` }, async ({ render }) => {
      const scripts = [
        '6 * 7',
        'document.title',
        '({ a: [1, null] })',
        'new Promise((ok) => setTimeout(() => ok("late"), 50))',
        'null',
        'undefined',
        'const x = 1; x',
        'const x = 2; x',
        'await 3',
        'return 4',
        '() => 5',
        '10n',
        'NaN',
        'document.body',
      ];
      const { actions } = await render({
        actions: scripts.map((script) => ({ type: 'executeJavascript', script })),
      });
      assert.deepEqual(actions?.javascriptReturns, [
        { type: 'number', value: 42 }, { type: 'string', value: 'Title' }, { type: 'object', value: { a: [1, null] } }, { type: 'string', value: 'late' },
        { type: 'null', value: null }, { type: 'undefined', value: null }, { type: 'number', value: 1 }, { type: 'number', value: 2 }, { type: 'number', value: 3 },
        { type: 'number', value: 4 }, { type: 'function', value: null }, { type: 'bigint', value: '10' }, { type: 'number', value: 'NaN' }, { type: 'object', value: {} },
      ]); // prettier-ignore
    }),
  },
  {
    name: 'takes pictures, pages and files on the way',
    run: withSite({ '/': `<i id="a">before</i>${P}` }, async ({ site, render }) => {
      const { actions } = await render({
        actions: [
          { type: 'scrape' },
          {
            type: 'executeJavascript',
            script: 'a.textContent = "after"; history.pushState({}, "", "/next"); 1',
          },
          { type: 'scrape' },
          { type: 'screenshot' },
          { type: 'screenshot', fullPage: true, quality: 50 },
          { type: 'pdf', format: 'A4', landscape: true },
        ],
      });
      assert.deepEqual(
        actions?.scrapes.map(({ url }) => url),
        [`${site.origin}/`, `${site.origin}/next`],
      );
      assert.match(actions?.scrapes[0]?.html ?? '', /before/);
      assert.match(actions?.scrapes[1]?.html ?? '', /after/);
      assert.match(actions?.screenshots[0] ?? '', /^data:image\/png;base64,iVBOR/);
      assert.match(actions?.screenshots[1] ?? '', /^data:image\/jpeg;base64,\/9j/);
      assert.match(actions?.pdfs[0] ?? '', /^data:application\/pdf;base64,JVBERi/);
    }),
  },
  ...(
    [
      [{ type: 'click', selector: '#nowhere' }, 'Action 1 (click) found no element that matches "#nowhere"'],
      [{ type: 'click', selector: '#hidden' }, 'Action 1 (click) found "#hidden", which is not to be seen'],
      [{ type: 'click', selector: 'a[' }, 'Action 1 (click) was given "a[", which is no CSS selector'],
      [{ type: 'press', key: 'Hyper' }, 'Action 1 (press) does not know the key "Hyper"'],
      [
        { type: 'executeJavascript', script: 'nothing.there' },
        'Action 1 (executeJavascript) threw ReferenceError: nothing is not defined',
      ],
      [
        { type: 'executeJavascript', script: '"x".repeat(100_000_000)' },
        'Action 1 (executeJavascript) gave more than can be read',
      ],
      [
        { type: 'executeJavascript', script: '({ a: "x".repeat(100_000_000) })' },
        'Action 1 (executeJavascript) gave a value of more than 5000000 characters',
      ],
      [{ type: 'juggle' }, 'Action 1 (juggle) is not known'],
    ] as const
  ).map(([action, message]) => ({
    name: `says which action could not be done: ${message}`,
    run: withSite({ '/': `${P}<i id="hidden" hidden>x</i>` }, ({ render }) =>
      assert.rejects(render({ actions: [action] }), (error) => {
        assert.ok(error instanceof PageActionError);
        assert.equal(error.message, message);
        return true;
      }),
    ),
  })),
];
