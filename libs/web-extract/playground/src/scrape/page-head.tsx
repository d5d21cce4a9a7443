import type { PageAnswer } from '../api/answers.js';
import { duration, size, webAddress } from '../ui/format.js';
import { Icon } from '../ui/icons.js';
import { Timings } from './timings.js';

interface PageHeadProps {
  readonly page: PageAnswer;
  readonly tookMs?: number;
}

/** Title, address, status, sizes and timings of a page. */
export function PageHead({ page, tookMs }: PageHeadProps) {
  const { title, url, sourceURL, statusCode, error, timings } = page.metadata;
  const address = url ?? sourceURL ?? '';
  return (
    <header class="page-head">
      <h2>{title ?? 'Untitled page'}</h2>
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

/** Address of a page, as a link if it is an HTTP URL. */
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

/** Size of each format of the page. */
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
