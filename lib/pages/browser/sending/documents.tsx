import { useSignal } from '@preact/signals';
import { ActButton } from '../shared/parts.tsx';
import { run } from '../shared/run.ts';
import { quoted } from '../shared/words/spoken.ts';
import { ask } from '../user/session.ts';
import type { Contents } from './draft.ts';
import { contents, edit, kind, refresh } from './editor.ts';
import { moveDocument } from './edits.ts';
import { TypedInput } from './typed.tsx';
import { addFiles, dismiss, replaceFile, replacements, takeBack, type Upload, uploads } from './upload.ts';
import { say, w } from './words/index.ts';

/** A device that is held in the hand has a camera that its browser opens by itself. */
const CAN_PHOTOGRAPH = matchMedia('(pointer: coarse)').matches;

const FILES = 'application/pdf,image/png,image/jpeg';

/** The step of documents: adding, naming, ordering and removing them. */
export const Documents = ({ shown }: { shown: Contents }) => {
  const documents = [...shown.documents].sort((a, b) => a.order - b.order);
  return (
    <>
      <label for="envelope-name">{kind.value === 'template' ? w.templateName : w.envelopeName}</label>
      <TypedInput
        id="envelope-name"
        value={shown.settings.name}
        placeholder={documents[0]?.name.replace(/\.\w+$/, '') ?? ''}
        maxLength={200}
        required={kind.value === 'template'}
        onTyped={({ value }) => {
          const name = value.trim();
          if (name || kind.peek() === 'draft') edit((now) => ({ ...now, settings: { ...now.settings, name } }));
        }}
      />
      <ul class="list parts">
        {documents.map((document, index) => (
          <li key={document.id}>
            <TypedInput
              aria-label={say(w.documentName, { number: index + 1 })}
              value={document.name}
              maxLength={200}
              required
              onTyped={(input) => rename(document.id, input)}
            />
            <span class="soft">{say(w.pagesOf, { count: document.pages })}</span>
            <Order
              name={document.name}
              isFirst={index === 0}
              isLast={index === documents.length - 1}
              move={(by) => edit((now) => moveDocument(now, document.id, by))}
            />
            <Replace id={document.id} name={document.name} />
            <button
              type="button"
              class="quiet bad"
              aria-label={say(w.removeNamed, { name: document.name })}
              onClick={() => void run(() => remove(document.id))}
            >
              ×
            </button>
            <Replaced id={document.id} />
          </li>
        ))}
        {uploads.value.map((upload) => (
          <Uploading key={upload.id} {...upload} />
        ))}
      </ul>
      <Drop />
    </>
  );
};

/** The choice of another file for a document. */
const Replace = ({ id, name }: { id: string; name: string }) => (
  <span class="replace">
    <label class="button quiet" for={`replace-${id}`}>
      {w.replace}
    </label>
    <input
      id={`replace-${id}`}
      class="unseen"
      type="file"
      aria-label={say(w.replaceNamed, { name })}
      accept={FILES}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file) void replaceFile(id, file);
        currentTarget.value = '';
      }}
    />
  </span>
);

/** Words for a replacement: how the fields fit on the new file. */
const Replaced = ({ id }: { id: string }) => {
  const report = replacements.value[id];
  if (!report) return null;
  const sized = report.fields.filter(({ reason }) => reason === 'page_size').length;
  const lost = report.fields.length - sized;
  return (
    <div class="notice" role="status">
      <p>
        {say(w.replaced, report.pages)} {report.fields.length === 0 && w.replacedFits}
        {sized > 0 && `${say(w.replacedSizes, { count: sized })} `}
        {lost > 0 && say(w.replacedLost, { count: lost })}
      </p>
      <ActButton act={() => takeBack(id)} look="other">
        {w.takeBack}
      </ActButton>
    </div>
  );
};

/** Two buttons that move an entry of a list. */
export const Order = ({
  name,
  isFirst,
  isLast,
  move,
}: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  move: (by: number) => void;
}) => (
  <span class="order">
    {!isFirst && (
      <button type="button" class="quiet" aria-label={say(w.moveUpNamed, { name })} onClick={() => move(-1)}>
        ↑
      </button>
    )}
    {!isLast && (
      <button type="button" class="quiet" aria-label={say(w.moveDownNamed, { name })} onClick={() => move(1)}>
        ↓
      </button>
    )}
  </span>
);

const rename = (id: string, input: HTMLInputElement): void => {
  const name = input.value.trim();
  if (!name) {
    input.value = contents.peek()?.documents.find((one) => one.id === id)?.name ?? '';
    return;
  }
  edit((now) => ({ ...now, documents: now.documents.map((one) => (one.id === id ? { ...one, name } : one)) }));
};

const remove = async (id: string): Promise<void> => {
  await ask('DELETE', `/v2/template-documents/${id}`);
  await refresh();
};

const Uploading = ({ id, name, percent, failure, detail, replaces, again }: Upload) =>
  failure === null ? (
    <li>
      <span role="status">{say(w.uploading, { name, percent })}</span>
      <progress max={100} value={percent} aria-label={quoted(name)} />
    </li>
  ) : (
    <li>
      <p class="bad" role="alert">
        {say(replaces ? w.replaceFailed : w.uploadFailed, { name, reason: { trusted: failure } })}
      </p>
      {detail && (
        <details>
          <summary>{w.fileDetail}</summary>
          <p class="soft" lang="en" dir="ltr">
            {detail}
          </p>
        </details>
      )}
      {again && (
        <button type="button" class="quiet" onClick={again}>
          {w.again}
        </button>
      )}
      <button type="button" class="quiet" aria-label={say(w.removeNamed, { name })} onClick={() => dismiss(id)}>
        ×
      </button>
    </li>
  );

const Drop = () => {
  const isOver = useSignal(false);
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault();
    isOver.value = is;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the input inside does the same by keyboard
    <div
      class={isOver.value ? 'drop over' : 'drop'}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        void addFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <label class="button" for="files">
        {w.chooseFiles}
      </label>
      <input
        id="files"
        class="unseen"
        type="file"
        multiple
        accept={FILES}
        onChange={({ currentTarget }) => {
          void addFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {CAN_PHOTOGRAPH && (
        <>
          <label class="button other" for="photo">
            {w.takePhoto}
          </label>
          <input
            id="photo"
            class="unseen"
            type="file"
            accept="image/jpeg"
            capture="environment"
            onChange={({ currentTarget }) => {
              void addFiles([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </>
      )}
      <p class="soft">{w.dropFiles}</p>
    </div>
  );
};
