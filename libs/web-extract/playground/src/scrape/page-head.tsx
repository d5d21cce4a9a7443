import type { PageAnswer } from '../api/answers.js';
import { duration, size, webAddress } from '../ui/format.js';
import { Icon } from '../ui/icons.js';
import { Timings } from './timings.js';

interface PageHeadProps {
  readonly page: PageAnswer;
  readonly tookMs?: number;
}

/** Which page this is, how it was had, and what that cost. */
export function PageHead({ page, tookMs }: PageHeadProps) {
  const { title, url, sourceURL, statusCode, error, timings } = page.metadata;
  const address = url ?? sourceURL ?? '';
  return (
    <header class="page-head">
      <h2>{title ?? 'Without a title'}</h2>
      <p class="row facts">
        {statusCode !== undefined && (
          <span class={`badge ${statusCode < 400 ? 'badge-good' : 'badge-bad'}`}>
            {statusCode} {error}
          </span>
        )}
        {tookMs !== undefined && <span>{duration(tookMs)}</span>}
        <Sizes page={page} />
      </p>
      <Address url={address} />
      {timings && <Timings timings={timings} />}
    </header>
  );
}

/** Leads to the page where that is a page of the web. */
export function Address({ url }: { readonly url: string }) {
  const href = webAddress(url);
  if (href === null) return <p class="address">{url}</p>;
  return (
    <a class="address" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {url} <Icon name="out" />
    </a>
  );
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** How large each form of the page is. */
function Sizes({ page: { rawHtml, html, markdown } }: { readonly page: PageAnswer }) {
  const sizes = [
    ['raw', rawHtml],
    ['html', html],
    ['markdown', markdown],
  ] as const;
  return (
    <>
      {sizes.map(([name, text]) =>
        text === undefined ? null : (
          <span key={name}>
            {name} <b>{size(bytesOf(text))}</b>
          </span>
        ),
      )}
    </>
  );
}
