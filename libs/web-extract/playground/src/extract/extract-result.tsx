import { useMemo, useRef, useState } from 'preact/hooks';
import type { PageAnswer } from '../api/answers.js';
import { PageHead } from '../scrape/page-head.js';
import { SourceView } from '../markdown/markdown-view.js';
import { MAX_RENDERED_CHARS } from '../markdown/render-markdown.js';
import { CopyButton } from '../ui/copy-button.js';
import { Warning } from '../ui/notice.js';
import { cutAtEvidence, findEvidence } from './evidence.js';

/** Extracted values beside the text with their evidence marked. */
export function ExtractResult({ page, tookMs }: { readonly page: PageAnswer; readonly tookMs: number }) {
  const { json, markdown = '' } = page;
  const text = useMemo(() => markdown.slice(0, MAX_RENDERED_CHARS), [markdown]);
  const evidence = useMemo(() => findEvidence(json, text), [json, text]);
  const pieces = useMemo(() => cutAtEvidence(text, evidence), [text, evidence]);
  const [chosen, setChosen] = useState<string | null>(null);
  const source = useRef<HTMLPreElement>(null);
  const show = (path: string) => {
    setChosen(path);
    const mark = [...(source.current?.querySelectorAll('mark') ?? [])].find(
      ({ dataset }) => dataset['path'] === path,
    );
    mark?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  };
  return (
    <>
      <PageHead page={page} tookMs={tookMs} />
      <Warning text={page.warning} />
      {json === undefined ? (
        <p class="quiet">No data was extracted.</p>
      ) : (
        <div class="extract">
          <section aria-label="Values">
            <div class="row spread">
              <h3>Values</h3>
              <CopyButton text={() => JSON.stringify(json, null, 2)} label="Copy JSON" />
            </div>
            <ul class="values">
              {evidence.map(({ path, value, at }) => (
                <li key={path}>
                  <button
                    type="button"
                    class="value"
                    aria-pressed={path === chosen}
                    disabled={at === null}
                    onClick={() => show(path)}
                  >
                    <code>{path}</code>
                    <span>{value}</span>
                    <small>{at === null ? 'not found verbatim in the text' : 'found in the text'}</small>
                  </button>
                </li>
              ))}
            </ul>
            <details class="group">
              <summary>As JSON</summary>
              <SourceView isSmall text={JSON.stringify(json, null, 2)} label="JSON" language="json" />
            </details>
          </section>
          <section aria-label="Evidence">
            <h3>Evidence</h3>
            <pre class="source" ref={source} role="group" tabIndex={0} aria-label="Text of the page">
              {pieces.map(({ text: piece, path }, at) =>
                path === null ? (
                  piece
                ) : (
                  <mark key={at} data-path={path} class={path === chosen ? 'mark-chosen' : ''} title={path}>
                    {piece}
                  </mark>
                ),
              )}
            </pre>
          </section>
        </div>
      )}
    </>
  );
}
