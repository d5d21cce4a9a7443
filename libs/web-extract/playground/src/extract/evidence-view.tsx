import { useMemo, useRef, useState } from 'preact/hooks';
import { SourceView } from '../markdown/markdown-view.js';
import { CopyButton } from '../ui/copy-button.js';
import { cutAtEvidence, type Evidence } from './evidence.js';

interface EvidenceViewProps {
  readonly json: unknown;
  readonly evidence: readonly Evidence[];
  readonly text: string;
}

/** Values beside the text with their evidence marked. */
export function EvidenceView({ json, evidence, text }: EvidenceViewProps) {
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
    <div class="extract">
      <section aria-label="Values">
        <div class="row spread">
          <h3>Values</h3>
          <CopyButton text={() => JSON.stringify(json, null, 2)} label="Copy JSON" />
        </div>
        <ul class="values">
          {evidence.map(({ path, value, at, quote }) => (
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
                {quote !== undefined && <q>{quote}</q>}
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
  );
}
