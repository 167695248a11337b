import { copyPage } from '../../documents/copied-page.ts';
import { viewFiles } from '../../templates/document-files.ts';
import { originalKeys } from '../reading/original-keys.ts';
import type { CopyPage } from './make-envelope.ts';

/**
 * Keeps the picture of the first page if the template has one. Else it is drawn when somebody opens the envelope:
 * whoever sends many at once has no engine for PDFs.
 */
export const copyDrawnPage: CopyPage = (source, document) =>
  copyPage(viewFiles(source), originalKeys(document, 'original'), 1);
