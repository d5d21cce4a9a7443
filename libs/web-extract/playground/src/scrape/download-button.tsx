import { zipSync } from 'fflate';
import type { PageAnswer } from '../api/answers.js';
import { nameFiles } from '../crawl/file-names.js';
import { Icon } from '../ui/icons.js';
import { saveFile } from '../ui/save-file.js';
import { filesOf } from './page-files.js';

/** Downloads all formats of a page as one ZIP file. */
export function DownloadButton({ page }: { readonly page: PageAnswer }) {
  const download = () => {
    const bytes = zipSync(filesOf(page), { level: 6 });
    saveFile(new Blob([bytes as BlobPart], { type: 'application/zip' }), zipNameOf(page));
  };
  return (
    <button type="button" class="button button-small" onClick={download}>
      <Icon name="down" /> ZIP
    </button>
  );
}

function zipNameOf({ metadata: { sourceURL, url } }: PageAnswer): string {
  const name = nameFiles()(String(sourceURL ?? url ?? 'page'));
  return name.replaceAll('/', '-').replace(/\.md$/, '.zip');
}
