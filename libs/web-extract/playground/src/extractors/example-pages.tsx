import { useCallback, useEffect, useId, useState } from 'preact/hooks';
import type { PageAnswer, ScrapeAnswer } from '../api/answers.js';
import { ask } from '../api/api-client.js';
import { pageOf } from '../api/parse-files.js';
import { MarkdownView } from '../markdown/markdown-view.js';
import { useRequest } from '../state/use-request.js';
import { ErrorNotice, Loading, Warning } from '../ui/notice.js';
import { entered, entryOf, type ExampleField, type ExampleValues } from './example-values.js';

/** Longer texts are no values. */
const MAX_VALUE_CHARS = 1_000;

interface ExamplePagesProps {
  readonly pages: readonly string[];
  readonly fields: readonly ExampleField[];
  readonly values: ExampleValues;
  readonly set: (page: string, field: string, value: string) => void;
  readonly close: () => void;
}

/** The values of each page beside its text; a click on the text fills the chosen field. */
export function ExamplePages({ pages, fields, values, set, close }: ExamplePagesProps) {
  const id = useId();
  const [asked, setPage] = useState(pages[0] ?? '');
  const page = pages.includes(asked) ? asked : (pages[0] ?? '');
  const [wanted, choose] = useState<string | null>(null);
  const valueOf = (name: string) => entered(values, page, name);
  const chosen =
    fields.find(({ name }) => name === wanted) ?? fields.find(({ name }) => !valueOf(name)) ?? fields[0];
  const take = (text: string) => {
    if (!chosen || text.length > MAX_VALUE_CHARS) return;
    set(page, chosen.name, entryOf(text, chosen.type));
    const next = fields.find(({ name }) => name !== chosen.name && !valueOf(name));
    choose(next?.name ?? chosen.name);
  };
  return (
    <>
      <div class="row spread">
        <h2>Examples</h2>
        <button type="button" class="button button-small" onClick={close}>
          All extractors
        </button>
      </div>
      <div class="field page-choice">
        <label for={id}>Page</label>
        <select
          id={id}
          value={page}
          onInput={(event) => {
            setPage(event.currentTarget.value);
            choose(null);
          }}
        >
          {pages.map((url, at) => (
            <option key={url} value={url}>
              {at + 1} of {pages.length}: {url}
            </option>
          ))}
        </select>
      </div>
      <div class="extract">
        <section aria-label="Values of the page" class="example-values">
          <h3>Values</h3>
          {fields.map(({ name, type }) => (
            <div key={name} class={`field ${name === chosen?.name ? 'field-chosen' : ''}`}>
              <label for={`${id}-${name}`}>
                {name} {type !== 'string' && <span class="unit">{type}</span>}
              </label>
              <input
                id={`${id}-${name}`}
                type="text"
                value={valueOf(name)}
                spellcheck={false}
                autocomplete="off"
                onFocus={() => choose(name)}
                onInput={(event) => set(page, name, event.currentTarget.value)}
              />
            </div>
          ))}
          <p class="quiet">Leave fields empty that a page lacks.</p>
          {chosen && (
            <p class="quiet" role="status">
              A click on the page, or a selection in it, is the value of <strong>{chosen.name}</strong>.
            </p>
          )}
        </section>
        <section aria-label="Page">
          <h3>Page</h3>
          <PageText key={page} url={page} take={take} />
        </section>
      </div>
    </>
  );
}

/** Text of a page as markdown. */
function PageText({ url, take }: { readonly url: string; readonly take: (text: string) => void }) {
  const { state, run, reset } = useRequest<PageAnswer>();
  const load = useCallback(
    () =>
      run(async (access, signal) => {
        const body = { url, formats: ['markdown'], onlyMainContent: false };
        return pageOf(await ask<ScrapeAnswer>(access, { method: 'POST', path: 'v2/scrape', body, signal }));
      }),
    [run, url],
  );
  useEffect(load, [load]);
  if (state.phase === 'failed') return <ErrorNotice error={state.error} retry={load} />;
  if (state.phase === 'loading') return <Loading label="Reading the page …" cancel={reset} />;
  if (state.phase === 'idle')
    return (
      <button type="button" class="button" onClick={load}>
        Read the page
      </button>
    );
  const onClick = (event: MouseEvent & { readonly currentTarget: HTMLElement }) => {
    event.preventDefault(); // links are values here
    const text = pickedText(event.currentTarget, event.target);
    if (text !== '') take(text);
  };
  return (
    <>
      <Warning text={state.answer.warning} />
      <div class="example-page" role="group" aria-label="Text of the page" tabIndex={0} onClick={onClick}>
        <MarkdownView text={state.answer.markdown ?? ''} />
      </div>
    </>
  );
}

/** The definition of a paragraph with a term and its definition, `Price<br>: $5`; the text of other elements. */
function pickedValue(part: Element): string {
  const lines = [...part.childNodes].map((node) =>
    node.nodeName === 'BR' ? '\n' : (node.textContent ?? ''),
  );
  return /^[^\n]+\n+: ([^\n]+)$/.exec(lines.join('').trim())?.[1] ?? part.textContent?.trim() ?? '';
}

/** The selection within an element, or else the text of the clicked part. */
function pickedText(within: HTMLElement, target: EventTarget | null): string {
  const selection = getSelection();
  const selected = selection?.toString().trim() ?? '';
  if (selected !== '' && within.contains(selection?.anchorNode ?? null)) return selected;
  const part = target instanceof Element ? target.closest('.prose *') : null;
  return part ? pickedValue(part) : '';
}
