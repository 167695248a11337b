import { directionOf, LANGUAGES, QUOTES } from '../../base/languages.ts';
import { quotedAfter } from '../../base/party-text.ts';
import { pageBrand } from '../../people/brands/snapshot.ts';
import type { DocumentItem, EnvelopeItem } from '../../storage/records/envelope.ts';
import { DISCLOSURE_TEXTS } from './texts/index.ts';

/**
 * The one who showed a recipient the text that was agreed to: the platform's page, or the application through which the
 * recipient acted.
 */
export type ShownBy = 'platform' | 'client';

/**
 * Says who showed the disclosures. `platform` only for a text that the signing page shows for this envelope, in one of
 * its languages: the organization's or brand's own, or the platform's, alone or with the note that the first page was
 * shown.
 */
export const shownBy = (
  text: string,
  { envelope, documents }: { envelope: EnvelopeItem; documents: readonly DocumentItem[] },
): ShownBy => {
  const { name, disclaimer } = pageBrand(envelope.brand, envelope.organization);
  const sender = [...new Set([envelope.sender_name, name].filter(Boolean))].join(', ');
  const document = documents[0]?.name ?? '';
  const known = LANGUAGES.flatMap((language) => {
    const { disclosuresText, consentShown } = DISCLOSURE_TEXTS[language];
    const fill = (text: string, name: string): string =>
      text.replace(/\{\w+\}/g, (_, at: number) =>
        quotedAfter(text.slice(0, at), name, directionOf(language), QUOTES[language]),
      );
    const shown = disclaimer || fill(disclosuresText, sender);
    return [shown, `${shown}\n\n${fill(consentShown, document)}`];
  });
  const said = plain(text);
  return known.some((one) => plain(one) === said) ? 'platform' : 'client';
};

/** A text without the isolates in which the page puts names. */
const plain = (text: string): string => text.replace(/[\u2068\u2069]/gu, '').trim();
