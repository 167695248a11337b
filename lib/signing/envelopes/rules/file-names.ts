import { safeFileName, splitName } from '../../../aws/files/names.ts';
import { chooseLanguage, type InEachLanguage, QUOTES } from '../../../base/languages.ts';
import { withoutQuotes } from '../../../base/party-text.ts';
import type { DocumentItem } from '../../../storage/records/envelope.ts';

/** Words that follow a name: what a file is that was downloaded. */
const KINDS: InEachLanguage<{ signed: string; certificate: string; all: string }> = {
  en: { signed: 'signed', certificate: 'certificate', all: 'all documents' },
  de: { signed: 'unterschrieben', certificate: 'Zertifikat', all: 'alle Dokumente' },
  fr: { signed: 'signé', certificate: 'certificat', all: 'tous les documents' },
  es: { signed: 'firmado', certificate: 'certificado', all: 'todos los documentos' },
  it: { signed: 'firmato', certificate: 'certificato', all: 'tutti i documenti' },
  pt: { signed: 'assinado', certificate: 'certificado', all: 'todos os documentos' },
  nl: { signed: 'ondertekend', certificate: 'certificaat', all: 'alle documenten' },
  pl: { signed: 'podpisany', certificate: 'certyfikat', all: 'wszystkie dokumenty' },
  ja: { signed: '署名済み', certificate: '証明書', all: '全書類' },
  ar: { signed: 'موقّع', certificate: 'شهادة', all: 'كل المستندات' },
};

type Kind = 'signed' | 'certificate' | 'all';
type Locales = readonly (string | null | undefined)[];

/** Names are cut before what they are, so that this is always read. */
const LONGEST = 110;

const named = (name: string, kind: Kind, extension: string, locales: Locales): string => {
  const word = KINDS[chooseLanguage(...locales)][kind];
  const stem = safeFileName(withoutPdf(name));
  return stem.toLowerCase().endsWith(word.toLowerCase())
    ? `${stem}${extension}`
    : `${[...stem].slice(0, LONGEST).join('').trimEnd()} – ${word}${extension}`;
};

/** Words of all languages that say what a file is, in small letters. */
const SAID = Object.values(KINDS).flatMap((words) => Object.values(words).map((word) => word.toLowerCase()));

/**
 * A party's name of a file, of which the platform says nothing. In quotation marks if it ends with words by which the
 * platform would say what the file is, so that a draft called “Lease – signed” is not taken for a sealed document.
 */
export const partyFileName = (name: string, locales: Locales): string => {
  const { stem, extension } = splitName(safeFileName(name));
  const end = stem.toLowerCase().replace(/[^\p{L}]+$/u, '');
  if (!SAID.some((word) => end.endsWith(word))) return `${stem}${extension}`;
  const [begin, close] = QUOTES[chooseLanguage(...locales)];
  return `${begin}${[...withoutQuotes(stem)].slice(0, LONGEST).join('')}${close}${extension}`;
};

const withoutPdf = (name: string): string => {
  const { stem, extension } = splitName(name);
  return /^\.pdf$/i.test(extension) ? stem : name;
};

/** A document's name with the ending of a PDF. */
const asPdf = (name: string): string => (/\.pdf$/i.test(name) ? name : `${name}.pdf`);

/**
 * The file name of an envelope's document for a reader with these locales: a sealed one says that it is signed, and a
 * certificate whose it is, so that neither is taken for the draft or for another's.
 */
export const documentFileName = (
  { name, type, sealed_file }: Pick<DocumentItem, 'name' | 'type' | 'sealed_file'>,
  envelope: { name: string },
  locales: Locales,
): string => {
  if (type === 'certificate') return named(envelope.name, 'certificate', '.pdf', locales);
  return sealed_file ? named(name, 'signed', '.pdf', locales) : partyFileName(asPdf(name), locales);
};

/** The file name of all documents in one. */
export const combinedFileName = (envelope: { name: string }, locales: Locales): string =>
  named(envelope.name, 'all', '.pdf', locales);

/** The file name of an envelope's ZIP. */
export const zipFileName = (envelope: { name: string; signed: boolean }, locales: Locales): string =>
  envelope.signed ? named(envelope.name, 'signed', '.zip', locales) : `${partyFileName(envelope.name, locales)}.zip`;
