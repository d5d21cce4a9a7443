import { MarkdownView } from '../markdown/markdown-view.js';
import { HtmlFrame } from './html-frame.js';

interface SideBySideProps {
  readonly html: string;
  readonly markdown: string;
}

/** Cleaned HTML beside the markdown made from it. */
export function SideBySide({ html, markdown }: SideBySideProps) {
  return (
    <div class="compare">
      <section aria-label="Cleaned HTML">
        <h3>Cleaned HTML</h3>
        <HtmlFrame html={html} />
      </section>
      <section aria-label="Markdown">
        <h3>Markdown</h3>
        <div class="compare-text" role="group" aria-label="Markdown" tabIndex={0}>
          <MarkdownView text={markdown} />
        </div>
      </section>
    </div>
  );
}
