import type { PageAnswer, ScrapeAnswer } from './answers.js';
import { ask, type ApiAccess } from './api-client.js';

/** Converts files one after another with `POST /v2/parse`. @throws ApiError */
export async function parseFiles(
  access: ApiAccess,
  files: readonly File[],
  options: object,
  signal: AbortSignal,
): Promise<readonly PageAnswer[]> {
  const pages: PageAnswer[] = [];
  for (const file of files) {
    const body = formOf(file, options);
    const answer = await ask<ScrapeAnswer>(access, { method: 'POST', path: 'v2/parse', body, signal });
    pages.push(pageOf(answer));
  }
  return pages;
}

/** Page of a response with the warning of the response. */
export function pageOf({ data, warning }: ScrapeAnswer): PageAnswer {
  return warning === undefined || data.warning !== undefined ? data : { ...data, warning };
}

function formOf(file: File, options: object): FormData {
  const form = new FormData();
  form.set('options', JSON.stringify(options));
  form.set('file', file, file.name);
  return form;
}
