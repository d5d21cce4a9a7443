import { useMemo } from 'preact/hooks';
import { highlight } from './highlight.js';
import { languageOf, type Language } from './languages.js';

/** Text with highlighted syntax. */
export function Highlighted({ text, language }: { readonly text: string; readonly language: Language }) {
  const tokens = useMemo(() => highlight(text, language), [text, language]);
  return (
    <>
      {tokens.map(({ kind, text: part }, at) =>
        kind === null ? (
          part
        ) : (
          <span key={at} class={`hl-${kind}`}>
            {part}
          </span>
        ),
      )}
    </>
  );
}

/** Replaces the text of code blocks that name a known language with highlighted elements. */
export function highlightCodeBlocks(nodes: DocumentFragment): void {
  for (const block of nodes.querySelectorAll('pre > code')) {
    const language = languageOf(/\blanguage-([\w#+-]+)/.exec(block.className)?.[1] ?? '');
    if (language === null) continue;
    block.replaceChildren(
      ...highlight(block.textContent, language).map(({ kind, text }) => {
        if (kind === null) return text;
        const span = document.createElement('span');
        span.className = `hl-${kind}`;
        span.textContent = text;
        return span;
      }),
    );
  }
}
