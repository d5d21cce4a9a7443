import { useEffect, useRef, useState } from 'preact/hooks';
import { size } from '../ui/format.js';
import { Icon } from '../ui/icons.js';

interface DropZoneProps {
  readonly name: string;
  readonly files: readonly File[];
  readonly take: (files: readonly File[]) => void;
}

/** File input with drag and drop. */
export function DropZone({ name, files, take }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (files.length === 0 && input.current) input.current.value = ''; // the same file can be chosen again
  }, [files]);
  return (
    <div
      class={`drop ${isOver ? 'drop-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <input
        ref={input}
        id={`${name}-file`}
        class="offscreen"
        type="file"
        multiple
        aria-label="Files to convert"
        onChange={(event) => take([...(event.currentTarget.files ?? [])])}
      />
      {files.length > 0 ? (
        <p class="row spread">
          <span class="row file-name">
            <Icon name="file" /> <b>{files.length === 1 ? files[0]?.name : `${files.length} files`}</b>{' '}
            <span class="quiet">{size(files.reduce((sum, file) => sum + file.size, 0))}</span>
          </span>
          <button
            type="button"
            class="button button-small"
            onClick={() => take([])}
            aria-label="Remove the file"
          >
            <Icon name="close" />
          </button>
        </p>
      ) : (
        <label for={`${name}-file`}>
          <Icon name="file" /> Drop files here or <u>choose files</u>
        </label>
      )}
    </div>
  );
}
