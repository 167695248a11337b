import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { UploadedFile } from '../aws/files/uploaded-file.ts';
import { fail, failure } from '../base/errors.ts';
import { withoutHidden } from '../base/look.ts';
import type { FileParts, Form } from './contract.ts';

/** Largest file part: the limit of API Gateway (10 MB). Larger files use `POST /v2/uploads`. */
const LARGEST_PART = 10 * 1024 * 1024;

/** Most parts of a form: documents of an envelope are fewer. */
const MOST_FILES = 50;
const MOST_TEXTS = 200;

/** File parts that an operation accepts, by the names of their form fields. */
export const fileParts = (...names: string[]): FileParts => ({ names, read: readMultipart });

/** A file part that may come several times. */
export const repeatedFilePart = (name: string): FileParts => ({ ...fileParts(name), repeated: true });

/** Parses a `multipart/form-data` body (RFC 7578). Throws `malformed_multipart`. */
const readMultipart = (body: Uint8Array, contentType: string): Promise<Form> =>
  new Promise((resolve, reject) => {
    const form: Form = { texts: [], files: [] };
    const malformed = (reason: string) => reject(failure('malformed_multipart', { reason }));
    try {
      const busboy = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fileSize: LARGEST_PART, fieldSize: LARGEST_PART, files: MOST_FILES, fields: MOST_TEXTS },
      });
      // A part that the reader leaves out is never missing in silence.
      busboy.on('filesLimit', () => malformed(`at most ${MOST_FILES} files are allowed`));
      busboy.on('fieldsLimit', () => malformed(`at most ${MOST_TEXTS} texts are allowed`));
      busboy.on('field', (name: string | undefined, value, isNameCut, isValueCut) => {
        if (name === undefined) return malformed('one of its parts has no name');
        if (isNameCut || isValueCut) return malformed('one of its texts is too long');
        form.texts.push([name, value]);
      });
      busboy.on('file', (field: string | undefined, stream, filename, _encoding, mime) => {
        if (field === undefined) return malformed('one of its parts has no name');
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          form.files.push({ field, name: baseName(filename) || field, mime, bytes: Buffer.concat(chunks) });
        });
      });
      busboy.on('finish', () => resolve(form));
      busboy.on('error', (error) => malformed((error as Error).message));
      Readable.from([Buffer.from(body)]).pipe(busboy);
    } catch (error) {
      malformed((error as Error).message);
    }
  });

/**
 * Returns the file part named `field`, for which `text` may stand in JSON. Throws `invalid` with both names if it is
 * missing.
 */
export const filePart = (files: readonly UploadedFile[], field: string, text: string): UploadedFile =>
  files.find((file) => file.field === field) ??
  fail('invalid', {
    detail: `${field}: is required, as a file of a form (multipart/form-data), unless JSON has ${text === field ? 'it' : text} as base64`,
  });

/** The file's name without its folders, and without characters that make it look like another. */
const baseName = (name: string | undefined): string => withoutHidden((name ?? '').split(/[/\\]/).at(-1) ?? '');
