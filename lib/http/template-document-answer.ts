import { getFile, linkToFile } from '../aws/files/file-store.ts';
import { splitName } from '../aws/files/names.ts';
import { documentFile } from '../signing/templates/document-files.ts';
import type { TemplateDocumentItem } from '../storage/records/template.ts';
import { Answer, LARGEST_ANSWER, redirect } from './answer.ts';

const fileName = ({ name }: TemplateDocumentItem): string => `${splitName(name).stem}.pdf`;

/** Makes a short-lived link to the document's PDF, to be saved or shown. */
export const documentLink = (document: TemplateDocumentItem, disposition: 'attachment' | 'inline'): Promise<string> =>
  linkToFile(documentFile(document), {
    filename: fileName(document),
    mime: document.mime,
    disposition,
    sha256: document.sha256,
  });

/** Answers with the document's PDF; redirects to a link if it is larger than a function's answer may be. */
export const documentAnswer = async (document: TemplateDocumentItem): Promise<Answer> => {
  if (document.size > LARGEST_ANSWER) return redirect(await documentLink(document, 'attachment'));
  return new Answer(document.mime, await getFile(documentFile(document), { sha256: document.sha256 }));
};
