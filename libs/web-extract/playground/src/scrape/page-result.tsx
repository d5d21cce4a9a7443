import { offeredFormats } from '../../../src/model/formats/select-formats.js';
import { useMemo, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { PageAnswer } from '../api/answers.js';
import { ChangesPane } from '../changes/changes-pane.js';
import { ChunkList } from '../chunks/chunk-list.js';
import type { Language } from '../highlight/languages.js';
import { MarkdownView, SourceView } from '../markdown/markdown-view.js';
import { SideBySide } from '../preview/side-by-side.js';
import { CopyButton } from '../ui/copy-button.js';
import { count } from '../ui/format.js';
import { LinkList } from '../ui/link-list.js';
import { Warning } from '../ui/notice.js';
import { Panel, Tabs, type Tab } from '../ui/tabs.js';
import { DownloadButton } from './download-button.js';
import { MetadataTable } from './metadata-table.js';
import { PageHead } from './page-head.js';
import { QualityPane } from './quality-pane.js';

interface Pane extends Tab {
  /** Text of the copy button. */
  readonly text: string;
  view(): ComponentChildren;
}

interface PageResultProps {
  readonly name: string;
  readonly page: PageAnswer;
  /** Duration of the request; absent for stored pages. */
  readonly tookMs?: number;
}

/** Page with one tab per format. */
export function PageResult({ name, page, tookMs }: PageResultProps) {
  const panes = useMemo(() => panesOf(page), [page]);
  const [wanted, setWanted] = useState(panes[0]?.id ?? '');
  const chosen = panes.find(({ id }) => id === wanted) ?? panes[0];
  if (!chosen) return null;
  return (
    <div class="page">
      <PageHead page={page} {...(tookMs === undefined ? {} : { tookMs })} />
      <Warning text={page.warning} />
      <div class="row spread pane-bar">
        <Tabs label="Formats" name={name} tabs={panes} chosen={chosen.id} choose={setWanted} />
        <p class="row">
          <CopyButton text={() => chosen.text} />
          <DownloadButton page={page} />
        </p>
      </div>
      {panes.map(({ id, view }) => (
        <Panel key={id} name={name} id={id} isShown={id === chosen.id}>
          {id === chosen.id && view()}
        </Panel>
      ))}
    </div>
  );
}

const asJson = (value: unknown): string => JSON.stringify(value, null, 2);

function panesOf(page: PageAnswer): Pane[] {
  const { markdown, html, rawHtml, screenshot, summary, chunks, json, quality, metadata } = page;
  const change = changesPane(page);
  const panes: (Pane | false)[] = [
    page.changeTracking?.changeStatus === 'changed' && change,
    markdown !== undefined && {
      id: 'markdown',
      label: 'Markdown',
      text: markdown,
      view: () => <MarkdownView text={markdown} />,
    },
    markdown !== undefined && source('source', 'Source', markdown, 'markdown'),
    markdown !== undefined &&
      html !== undefined && {
        id: 'compare',
        label: 'Compare',
        text: html,
        view: () => <SideBySide html={html} markdown={markdown} />,
      },
    summary !== undefined && {
      id: 'summary',
      label: 'Summary',
      text: summary,
      view: () => <MarkdownView text={summary} />,
    },
    json !== undefined && source('json', 'Data', asJson(json), 'json'),
    page.changeTracking?.changeStatus !== 'changed' && change,
    quality !== undefined && {
      id: 'quality',
      label: 'Quality',
      note: quality.verdict,
      text: asJson(quality),
      view: () => <QualityPane report={quality} />,
    },
    html !== undefined && source('html', 'HTML', html, 'html'),
    rawHtml !== undefined && source('raw', 'Raw HTML', rawHtml, 'html'),
    ...furtherPanes(page),
    chunks !== undefined && {
      id: 'chunks',
      label: 'Chunks',
      note: count(chunks.length),
      text: asJson(chunks),
      view: () => <ChunkList chunks={chunks} />,
    },
    screenshot !== undefined && {
      id: 'screenshot',
      label: 'Screenshot',
      text: screenshot,
      view: () => <Screenshot address={screenshot} />,
    },
    {
      id: 'metadata',
      label: 'Metadata',
      text: asJson(metadata),
      view: () => <MetadataTable metadata={metadata} />,
    },
  ];
  return panes.filter((pane) => pane !== false);
}

/** Formats that are shown in another way than by their shape. */
const OWN_PANES: ReadonlySet<string> = new Set([
  'markdown', 'html', 'rawHtml', 'summary', 'chunks', 'quality', 'screenshot', 'timings',
]); // prettier-ignore

function furtherPanes(page: PageAnswer): Pane[] {
  const further = offeredFormats('playground').filter(({ field }) => !OWN_PANES.has(field));
  return further.flatMap(({ field, shape, versions: { playground = [] } }) => {
    const value: unknown = page[field as keyof PageAnswer];
    const label = playground[0]!;
    if (value === undefined) return [];
    if (shape === 'lines') return [linesPane(field, label, value as readonly string[])];
    return [
      shape === 'text'
        ? source(field, label, String(value), 'markdown')
        : source(field, label, asJson(value), 'json'),
    ];
  });
}

const linesPane = (id: string, label: string, urls: readonly string[]): Pane => ({
  id,
  label,
  note: count(urls.length),
  text: urls.join('\n'),
  view: () => <LinkList links={urls.map((url) => ({ url }))} />,
});

function changesPane({ changeTracking, metadata }: PageAnswer): Pane | false {
  if (changeTracking === undefined) return false;
  return {
    id: 'changes',
    label: 'Changes',
    note: changeTracking.changeStatus,
    text: changeTracking.diff?.text ?? asJson(changeTracking),
    view: () => (
      <ChangesPane change={changeTracking} url={String(metadata.sourceURL ?? metadata.url ?? '')} />
    ),
  };
}

function source(id: string, label: string, text: string, language: Language): Pane {
  return { id, label, text, view: () => <SourceView text={text} label={label} language={language} /> };
}

/** Screenshot embedded in the response. Other addresses are not fetched. */
function Screenshot({ address }: { readonly address: string }) {
  if (!/^data:image\/(png|jpeg|webp);base64,/.test(address))
    return <p class="quiet">The screenshot is stored outside the response.</p>;
  return <img class="screenshot" src={address} alt="Screenshot of the page" />;
}
