import { useMemo } from 'preact/hooks';
import type { PageAnswer } from '../api/answers.js';
import { MAX_RENDERED_CHARS } from '../markdown/render-markdown.js';
import { PageHead } from '../scrape/page-head.js';
import { Warning } from '../ui/notice.js';
import { EvidenceView } from './evidence-view.js';
import { findEvidence } from './evidence.js';

/** Extracted values beside the text with their evidence marked. */
export function ExtractResult({ page, tookMs }: { readonly page: PageAnswer; readonly tookMs: number }) {
  const { json, markdown = '' } = page;
  const text = useMemo(() => markdown.slice(0, MAX_RENDERED_CHARS), [markdown]);
  const evidence = useMemo(() => findEvidence(json, text), [json, text]);
  return (
    <>
      <PageHead page={page} tookMs={tookMs} />
      <Warning text={page.warning} />
      {json === undefined ? (
        <p class="quiet">No data was extracted.</p>
      ) : (
        <EvidenceView json={json} evidence={evidence} text={text} />
      )}
    </>
  );
}
