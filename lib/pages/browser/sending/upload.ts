import { signal } from '@preact/signals';
import { remedyIn } from '../../../pdf/intake/remedies.ts';
import type { DocumentReplacement, Upload as UploadAnswer } from '../shared/answers.ts';
import { CallFailed, Unreachable } from '../shared/call.ts';
import { explain } from '../shared/explain.ts';
import { newRequestKey } from '../shared/request-key.ts';
import { ask, onOtherProfile } from '../user/session.ts';
import { contents, draftId, refresh } from './editor.ts';
import { forgetGuides } from './guides.ts';
import { forgetPictures, loadFirstPage } from './page-pictures.ts';
import { show, step } from './steps.ts';
import { w } from './words/index.ts';

/** Files that are being added to the draft. */
export interface Upload {
  id: number;
  name: string;
  percent: number;
  /** The reason why it was not added; null while it is on its way. */
  failure: string | null;
  /** The API's own sentence, in English, where the reason is said in the reader's language. */
  detail?: string;
  /** Sends it again. It is there only if the connection was lost, and is called when that is back. */
  again?: (() => void) | undefined;
  /** True if it comes in the place of another file. */
  replaces?: true;
}

export const uploads = signal<readonly Upload[]>([]);
/** Documents whose file was replaced while the page is open, by their ids. */
export const replacements = signal<Readonly<Record<string, DocumentReplacement>>>({});
onOtherProfile(() => {
  uploads.value = [];
  replacements.value = {};
});

/** Bytes up to which a file goes through the API; larger ones go to the bucket. */
const LARGEST_IN_REQUEST = 4_000_000;

const MIMES = ['application/pdf', 'image/png', 'image/jpeg'];

let last = 0;

const change = (id: number, to: Partial<Upload>): void => {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...to } : one));
};

/** Sends again what a lost connection has held up. */
const sendHeldUp = (): void => {
  for (const { again } of uploads.peek()) again?.();
};
addEventListener('online', sendHeldUp);

// A page that is left asks first while a file is on its way.
addEventListener('beforeunload', (event) => {
  if (uploads.peek().some(({ failure, again }) => failure === null || again)) event.preventDefault();
});

/** Carries out an upload, again and again while the connection is lost. Throws what else keeps it from being added. */
const untilSent = async <Answer>(id: number, act: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      await new Promise<void>((again) => change(id, { failure: explain(error), again }));
      change(id, { failure: null, again: undefined, percent: 0 });
    }
  }
};

/** The reason why a file was not added, and what to do with it, in the reader's language. */
const refusalOf = (error: unknown): Pick<Upload, 'failure' | 'detail'> => {
  const remedy = error instanceof CallFailed && remedyIn(error.message);
  return error instanceof CallFailed && remedy
    ? { failure: w[`file_${remedy}`], detail: error.message }
    : { failure: `${explain(error)} ${w.tryPdf}` };
};

export const dismiss = (id: number): void => {
  uploads.value = uploads.value.filter((one) => one.id !== id);
};

/** Uploads without those that were refused: their reasons stay until the next one begins. */
const notRefused = (): Upload[] => uploads.peek().filter(({ failure, again }) => failure === null || again);

/** Adds files to the draft, one after the other, so that they stay in their order. */
export const addFiles = async (files: readonly File[]): Promise<void> => {
  const begun = files.map((file) => {
    last += 1;
    return { file, id: last };
  });
  uploads.value = [
    ...notRefused(),
    ...begun.map(({ file, id }) => ({ id, name: file.name, percent: 0, failure: null })),
  ];
  const wasEmpty = contents.peek()?.documents.length === 0;
  for (const { file, id } of begun) {
    try {
      const template_id = draftId.peek();
      const progress = (percent: number) => change(id, { percent });
      const add = sendingOf<{ id: string }>(file, progress, 'POST', '/v2/template-documents', { template_id });
      const document = await untilSent(id, add);
      void loadFirstPage(document.id);
      await untilSent(id, refresh);
      dismiss(id);
    } catch (error) {
      change(id, refusalOf(error));
    }
  }
  const now = contents.peek();
  const isBegun = now !== null && now.documents.length > 0 && uploads.peek().length === 0;
  // A new draft goes on by itself to the one question that is left: who gets it.
  if (wasEmpty && isBegun && now.roles.length === 0 && step.peek() === 'documents') show('people');
};

/**
 * Prepares to send a file to an operation, as a part of the request or, if it is large, beforehand to the bucket. What
 * it returns can be called again where the connection was lost, also if only the answer was.
 */
const sendingOf = <Answer>(
  file: File,
  progress: (percent: number) => void,
  method: 'POST' | 'PUT',
  path: string,
  more: Record<string, string>,
): (() => Promise<Answer>) => {
  const key = newRequestKey();
  let body: Promise<object> | undefined;
  const prepared = file.size <= LARGEST_IN_REQUEST ? () => formOf(file, more, key) : () => placed(file, progress, more);
  return async () => {
    progress(file.size <= LARGEST_IN_REQUEST ? 50 : 0);
    // The same bytes each time, or it would be another request.
    body ??= prepared();
    const given = await body.catch((error: unknown) => {
      body = undefined;
      throw error;
    });
    return ask<Answer>(method, path, given, key);
  };
};

/** A name in a form, written as browsers write it (HTML, "multipart form data"). */
const quotedName = (name: string): string =>
  `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;

/**
 * A file as a form (RFC 7578). The browser's own has another boundary whenever it is sent; types of a `Blob` are in
 * small letters, and so is this boundary.
 */
const formOf = async (file: File, more: Record<string, string>, boundary: string): Promise<Blob> => {
  const part = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name=${quotedName(name)}`;
  const texts = Object.entries({ ...more, place_fields: 'false' }).map(
    ([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`,
  );
  const head = `${part('file')}; filename=${quotedName(file.name)}\r\ncontent-type: ${file.type || 'application/octet-stream'}\r\n\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  return new Blob([...texts, head, file, `\r\n--${boundary}--\r\n`], { type });
};

/** Puts a file into the bucket, and answers what names it. */
const placed = async (
  file: File,
  progress: (percent: number) => void,
  more: Record<string, string>,
): Promise<object> => {
  const given = { name: file.name, size: file.size, ...(MIMES.includes(file.type) ? { mime: file.type } : {}) };
  const upload = await ask<UploadAnswer>('POST', '/v2/uploads', given);
  await put(file, upload, progress);
  return { ...more, name: file.name, uri: upload.id, place_fields: false };
};

/** Replaces a document's file. Its fields stay; the answer says which of them the new file has a place for. */
export const replaceFile = async (document_id: string, file: File): Promise<void> => {
  last += 1;
  const id = last;
  uploads.value = [...notRefused(), { id, name: file.name, percent: 0, failure: null, replaces: true }];
  try {
    const path = `/v2/template-documents/${document_id}/file`;
    const progress = (percent: number) => change(id, { percent });
    const answer = await untilSent(id, sendingOf<DocumentReplacement>(file, progress, 'PUT', path, {}));
    await untilSent(id, () => showReplacement(document_id, answer));
    dismiss(id);
  } catch (error) {
    change(id, refusalOf(error));
  }
};

/** Brings the file back that a document had before its last replacement. */
export const takeBack = async (document_id: string): Promise<void> => {
  const path = `/v2/template-documents/${document_id}/file`;
  const answer = await ask<DocumentReplacement>('PUT', path, { previous: true });
  await showReplacement(document_id, answer);
};

const showReplacement = async (document_id: string, answer: DocumentReplacement): Promise<void> => {
  forgetPictures(document_id);
  forgetGuides();
  await refresh();
  void loadFirstPage(document_id);
  replacements.value = { ...replacements.peek(), [document_id]: answer };
};

/** Sends a file to the bucket. `fetch` says nothing of what has gone, this does. */
const put = (
  file: File,
  { url, headers }: { url: string; headers: Record<string, string> },
  progress: (percent: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => progress(Math.floor((loaded / total) * 99));
    request.onload = () => (request.status < 300 ? resolve() : reject(new Unreachable()));
    request.onerror = () => reject(new Unreachable());
    request.send(file);
  });
