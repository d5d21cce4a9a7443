import type { Extractor, ExtractorTemplate } from '../api/extractor-answers.js';
import { DataTable } from '../ui/data-table.js';
import { fieldText, reasonText } from './reasons.js';

/** Fields of each template: learned ones, and those that were not learned with the reason. */
export function FieldTable({ templates }: { readonly templates: readonly ExtractorTemplate[] }) {
  if (templates.length === 0) return null;
  return (
    <section aria-label="Fields">
      <h3>Fields</h3>
      <DataTable label="Fields" columns={['Template', 'Field', 'Locators', 'Pages', 'Learned from']}>
        {templates.flatMap(({ id, pages, fields, missing }) => [
          ...fields.map(({ path, locators, support, sources, optional }) => (
            <tr key={`${id} ${path}`}>
              <td>{id}</td>
              <td>
                <code>{fieldText(path)}</code>
                {optional && ' (optional)'}
              </td>
              <td>{locators}</td>
              <td>
                {support} of {pages}
              </td>
              <td>{sources.join(', ')}</td>
            </tr>
          )),
          ...missing.map(({ path, reason }) => (
            <tr key={`${id} missing ${path}`}>
              <td>{id}</td>
              <td>
                <code>{fieldText(path)}</code>
              </td>
              <td colSpan={3}>not learned: {reasonText(reason)}</td>
            </tr>
          )),
        ])}
      </DataTable>
    </section>
  );
}

/** Problems of the learning pages. */
export function LearningProblems({ extractor }: { readonly extractor: Extractor }) {
  const pages = extractor.learning.pages.filter(({ problems }) => problems.length > 0);
  if (pages.length === 0) return null;
  return (
    <details class="group">
      <summary>Problems of the learning pages</summary>
      {pages.map(({ url, problems }) => (
        <div key={url} class="group-body">
          <p>{url}</p>
          <ul class="missing">
            {problems.map(({ path, reason, source }) => (
              <li key={`${path} ${reason} ${source}`}>
                <code>{fieldText(path)}</code> {reasonText(reason)} ({source})
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}
