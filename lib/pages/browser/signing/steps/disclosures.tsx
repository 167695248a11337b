import { disclaimer } from '../../shared/brand.ts';
import { Sheet, showSheet } from '../../shared/sheet.tsx';
import { recipient, sender } from '../state/state.ts';
import { say, w } from '../words/index.ts';

/**
 * Disclosures of the sender, and those that were agreed to, whoever showed them; null where the platform's are shown.
 */
const given = (): string | null => recipient.value.disclosures ?? disclaimer.value;

/** The disclosures: the sender's own, or the platform's. */
export const disclosures = (): string => given() ?? say(w.disclosuresText, { sender: sender.value });

/** The sheet that shows the disclosures and gives a copy to keep. */
export const Disclosures = () => (
  <Sheet title={w.disclosures}>
    {given() ? <blockquote class="quote">{given()}</blockquote> : <p class="lines">{disclosures()}</p>}
    <a
      class="button other"
      download={`${w.disclosures}.txt`}
      href={`data:text/plain;charset=utf-8,${encodeURIComponent(disclosures())}`}
    >
      {w.disclosuresKeep}
    </a>
  </Sheet>
);

/** Opens the disclosures, before and after the consent: then those that were agreed to. */
export const DisclosuresButton = () => (
  <button type="button" class="other" onClick={() => showSheet(Disclosures)}>
    {w.consentRead}
  </button>
);
