import { useLayoutEffect, useRef } from 'preact/hooks';
import { count } from '../ui/format.js';
import { MAX_RENDERED_CHARS, renderMarkdown } from './render-markdown.js';

/** A text in markdown as its readers would see it. */
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

/** A text as it is written. */
export function SourceView({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <>
      <pre class="source" tabIndex={0} aria-label={label}>
        {text.slice(0, MAX_RENDERED_CHARS)}
      </pre>
      <CutNote length={text.length} most={MAX_RENDERED_CHARS} />
    </>
  );
}

function CutNote({ length, most }: { readonly length: number; readonly most: number }) {
  if (length <= most) return null;
  return (
    <p class="quiet">
      The first {count(most)} of {count(length)} characters are shown; “Copy” takes all of them.
    </p>
  );
}
