import { signal } from '@preact/signals';
import type { DocumentReplacement, Upload as UploadAnswer } from '../shared/answers.ts';
import { Unreachable } from '../shared/call.ts';
import { explain } from '../shared/explain.ts';
import { ask, onOtherProfile } from '../user/session.ts';
import { contents, draftId, edit, refresh } from './editor.ts';
import { addRole } from './edits.ts';
import { forgetGuides } from './guides.ts';
import { forgetPictures, loadFirstPage } from './page-pictures.ts';
import { show, step } from './steps.ts';

/** Files that are being added to the draft. */
export interface Upload {
  id: number;
  name: string;
  percent: number;
  /** The reason why it was not added; null while it is on its way. */
  failure: string | null;
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

export const dismiss = (id: number): void => {
  uploads.value = uploads.value.filter((one) => one.id !== id);
};

/** Adds files to the draft, one after the other, so that they stay in their order. */
export const addFiles = async (files: readonly File[]): Promise<void> => {
  const begun = files.map((file) => {
    last += 1;
    return { file, id: last };
  });
  uploads.value = [
    ...uploads.value,
    ...begun.map(({ file, id }) => ({ id, name: file.name, percent: 0, failure: null })),
  ];
  const wasEmpty = contents.peek()?.documents.length === 0;
  for (const { file, id } of begun) {
    try {
      await addFile(file, (percent) => change(id, { percent }));
      await refresh();
      dismiss(id);
    } catch (error) {
      change(id, { failure: explain(error) });
    }
  }
  const now = contents.peek();
  const isBegun = now !== null && now.documents.length > 0 && uploads.peek().length === 0;
  // A new draft goes on by itself to the one question that is left: who gets it.
  if (wasEmpty && isBegun && now.roles.length === 0 && step.peek() === 'documents') {
    edit((all) => addRole(all));
    show('people');
  }
};

const addFile = async (file: File, progress: (percent: number) => void): Promise<void> => {
  const template_id = draftId.peek();
  const { id } = await send<{ id: string }>(file, progress, 'POST', '/v2/template-documents', { template_id });
  void loadFirstPage(id);
};

/** Sends a file to an operation, as a part of the request or, if it is large, beforehand to the bucket. */
const send = async <Answer>(
  file: File,
  progress: (percent: number) => void,
  method: 'POST' | 'PUT',
  path: string,
  more: Record<string, string>,
): Promise<Answer> => {
  if (file.size <= LARGEST_IN_REQUEST) {
    const form = new FormData();
    for (const [name, value] of Object.entries(more)) form.append(name, value);
    form.append('place_fields', 'false');
    form.append('file', file, file.name);
    progress(50);
    return ask<Answer>(method, path, form);
  }
  const given = { name: file.name, size: file.size, ...(MIMES.includes(file.type) ? { mime: file.type } : {}) };
  const upload = await ask<UploadAnswer>('POST', '/v2/uploads', given);
  await put(file, upload, progress);
  return ask<Answer>(method, path, { ...more, name: file.name, uri: upload.id, place_fields: false });
};

/** Replaces a document's file. Its fields stay; the answer says which of them the new file has a place for. */
export const replaceFile = async (document_id: string, file: File): Promise<void> => {
  last += 1;
  const id = last;
  uploads.value = [...uploads.value, { id, name: file.name, percent: 0, failure: null, replaces: true }];
  try {
    const path = `/v2/template-documents/${document_id}/file`;
    const answer = await send<DocumentReplacement>(file, (percent) => change(id, { percent }), 'PUT', path, {});
    await showReplacement(document_id, answer);
    dismiss(id);
  } catch (error) {
    change(id, { failure: explain(error) });
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
