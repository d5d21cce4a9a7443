import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../api/api-client.js';
import type { TagsAnswer } from '../api/feed-answers.js';
import { useAccess } from '../state/access.js';
import { Field, type Values } from '../ui/fields.js';
import { tagField } from './feed-fields.js';

interface TagFieldProps {
  readonly values: Values;
  readonly set: (name: string, value: Values[string]) => void;
}

/** Field for the tag of a feed. It offers the tags of the key, which are loaded again when it receives the focus. */
export function TagField({ values, set }: TagFieldProps) {
  const { tags, load } = useTags();
  return (
    <div onFocusIn={load}>
      <Field spec={tagField(tags)} values={values} set={set} />
    </div>
  );
}

/** Keys that are not accepted, and servers without change feeds, have no tags: a tag can still be entered. */
function useTags(): { readonly tags: readonly string[]; load(): void } {
  const { base, key } = useAccess();
  const [tags, setTags] = useState<readonly string[]>([]);
  const loading = useRef<AbortController | null>(null);
  const load = () => {
    loading.current?.abort();
    if (key === '') return setTags([]);
    const controller = new AbortController();
    loading.current = controller;
    ask<TagsAnswer>(
      { base, key },
      { method: 'GET', path: 'v2/changes/tags', signal: controller.signal },
    ).then(
      ({ data }) => setTags(data.map(({ tag }) => tag).filter(Boolean)),
      () => controller.signal.aborted || setTags([]),
    );
  };
  useEffect(() => {
    load();
    return () => loading.current?.abort();
  }, [base, key]);
  return { tags, load };
}
