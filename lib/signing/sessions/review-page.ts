import { getFile } from '../../aws/files/file-store.ts';
import { timestamp } from '../../base/clock.ts';
import { fail } from '../../base/errors.ts';
import { writtenFor, writtenValue } from '../../fields/written.ts';
import type { PageView } from '../../pdf/pdfium/pdfium-tasks.ts';
import { viewPages } from '../../pdf/pdfium/render.ts';
import { stampFields } from '../../pdf/stamp/stamp-fields.ts';
import type { SignerCaller } from '../../people/access/caller.ts';
import type { EnvelopeState, RecipientItem } from '../../storage/records/envelope.ts';
import { readWholeEnvelope } from '../envelopes/reading/read-envelope.ts';
import { signingRecipient } from '../envelopes/rules/access.ts';
import { currentFields, shownFields } from '../envelopes/rules/current.ts';
import { signerPlace } from '../envelopes/rules/lifecycle.ts';
import { demandMayFill } from '../envelopes/rules/may-act.ts';
import { demandPage, shownFile } from '../envelopes/rules/recorded-file.ts';
import { stampsOf } from '../envelopes/rules/stamping.ts';
import type { SignerLocale } from './act-as-recipient.ts';
import type { ReviewPage } from './signing-session-schema.ts';

/** A page of a recipient's own envelope. */
export interface ReviewPath {
  envelope_id: string;
  role_name: string;
  document_id: string;
  page: number;
}

/**
 * A page as it would be sealed if the signer submitted now with `stated`: stamped by the code that seals, with what the
 * signer is shown. Nothing of it is stored: what isn't submitted leaves no picture behind. One query and one file.
 */
export const reviewPage = async (
  caller: SignerCaller,
  { envelope_id, role_name, document_id, page }: ReviewPath,
  stated: SignerLocale,
): Promise<ReviewPage> => {
  // Refused before any read: the session names its envelope and role.
  if (caller.envelope_id !== envelope_id) return fail('envelope_not_found');
  const state = await readWholeEnvelope(envelope_id);
  const recipient = signingRecipient(state, caller, role_name);
  const at = timestamp();
  demandMayFill(state.envelope, recipient, caller, at);
  const document = state.documents.find(({ id }) => id === document_id) ?? fail('document_not_found');
  demandPage(document, 'original', page);
  const after = asSubmitted(state, recipient, stated, at);
  const fields = shownFields(after.fields, after.recipients, (role) => role === role_name).filter(
    (field) => field.document_id === document_id && field.page === page,
  );
  const file = shownFile(document);
  const stamped = await stampFields(await getFile(file.file, file), stampsOf(fields, after));
  const [view] = await viewPages(stamped, [page]);
  const { picture, text } = view as PageView;
  const written = writtenFor({ ...recipient, ...signerPlace(recipient, stated) }, state.envelope);
  return {
    page,
    picture: `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}`,
    text,
    written,
    fields: fields
      .filter((field) => field.role_name === role_name)
      .map((field) => ({ name: field.name, stamped_text: writtenValue(field, written) })),
  };
};

/** The state with the recipient's submit, as far as stamps follow from it. */
const asSubmitted = (state: EnvelopeState, recipient: RecipientItem, stated: SignerLocale, at: string) => {
  const recipients = state.recipients.map((one) =>
    one === recipient ? { ...one, ...signerPlace(one, stated), submitted_at: at } : one,
  );
  return { ...state, recipients, fields: currentFields(state.fields, recipients) };
};
