import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { type FileKind, filePatterns } from '../../lib/aws/files/kinds.ts';
import { newId } from '../../lib/base/ids.ts';

/** Keys of files of every kind that an organization may have, by kind. */
export const filesOfEveryKind = (org: string): Record<FileKind, string[]> => ({
  upload: [fileKeys.upload(org, newId())],
  log: [fileKeys.log('tile/entries/x001/234.p/5')],
  templateDocument: [fileKeys.templateDocument(org, newId(), newId()), fileKeys.templateUpload(org, newId(), newId())],
  templatePage: [
    ...(['original', 'tagged', 'thumbnail'] as const).map((variant) =>
      fileKeys.templatePage(org, newId(), newId(), variant, 1, 1),
    ),
    fileKeys.templateView(org, newId(), newId(), 'v', 1, 'picture'),
  ],
  envelopeDocument: [fileKeys.envelopeDocument(org, newId(), newId())],
  filledDocument: [fileKeys.filledDocument(org, newId(), newId(), 'v')],
  signedDocument: [fileKeys.signedDocument(org, newId(), newId(), 'f00d')],
  sealedDocument: [fileKeys.sealedDocument(org, newId(), newId(), 'f00d')],
  envelopePage: (['original', 'filled', 'certificate'] as const).map((variant) =>
    fileKeys.envelopePage(org, newId(), newId(), variant, 1, 'v', 'picture'),
  ),
  combined: [fileKeys.combined(org, newId(), 'v')],
  attachment: [fileKeys.attachment(org, newId(), 'file', newId())],
  zip: [fileKeys.zip(org, newId())],
  batch: [
    fileKeys.batchRows(org, newId(), 0),
    fileKeys.batchProblems(org, newId(), 1, 0),
    fileKeys.batchResults(org, newId(), 'now'),
  ],
  export: [fileKeys.export(org, newId(), 1)],
  signature: [fileKeys.signature(org, newId(), newId())],
  initial: [fileKeys.initial(org, newId(), newId())],
  logo: (['full', 'thumbnail', 'favicon', 'photo'] as const).map((variant) =>
    fileKeys.logo(org, newId(), variant, newId()),
  ),
});

/** The kinds whose patterns a key fits, as IAM reads them. */
export const kindsOf = (key: string): string[] =>
  Object.entries(filePatterns).flatMap(([kind, pattern]) => (fits(key, pattern) ? [kind] : []));

const fits = (key: string, pattern: string): boolean => {
  const source = pattern.replaceAll('.', '\\.').replaceAll('?', '.').replaceAll('*', '.*');
  return new RegExp(`^${source}$`, 's').test(key);
};
