import { mayUsePasskeys } from '../account/passkey-button.tsx';
import { showSheet } from '../shared/sheet.tsx';
import { Passkeys } from './passkeys.tsx';
import { w } from './words/index.ts';

/** The ways in which the user signs in. */
export const SecurityPart = () =>
  mayUsePasskeys ? (
    <section>
      <h2>{w.passkeys}</h2>
      <p>{w.passkeysAbout}</p>
      <button type="button" class="other" onClick={() => showSheet(Passkeys)}>
        {w.passkeys}
      </button>
    </section>
  ) : null;
