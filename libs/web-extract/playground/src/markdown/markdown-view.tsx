import { useLayoutEffect, useRef } from 'preact/hooks';
import { Highlighted } from '../highlight/highlighted.js';
import type { Language } from '../highlight/languages.js';
import { count } from '../ui/format.js';
import { MAX_RENDERED_CHARS, renderMarkdown } from './render-markdown.js';

/** Rendered markdown. */
export function MarkdownView({ text }: { readonly text: string }) {
  const article = useRef<HTMLElement>(null);
  useLayoutEffect(() => article.current?.replaceChildren(renderMarkdown(text)), [text]);
  return (
    <>
      <article class="prose" ref={article} />
      <CutNote length={text.length} most={MAX_RENDERED_CHARS} />
    </>
  );
}

interface SourceViewProps {
  readonly text: string;
  readonly label: string;
  readonly language: Language;
  readonly isSmall?: boolean;
}

/** Source text with syntax highlighting. */
export function SourceView({ text, label, language, isSmall = false }: SourceViewProps) {
  return (
    <>
      <pre class={`source ${isSmall ? 'source-small' : ''}`} role="group" tabIndex={0} aria-label={label}>
        <Highlighted text={text.slice(0, MAX_RENDERED_CHARS)} language={language} />
      </pre>
      <CutNote length={text.length} most={MAX_RENDERED_CHARS} />
    </>
  );
}

function CutNote({ length, most }: { readonly length: number; readonly most: number }) {
  if (length <= most) return null;
  return (
    <p class="quiet">
      Shows the first {count(most)} of {count(length)} characters. Copy and download contain the full text.
    </p>
  );
}
