import { plain } from '../engine/key.ts';
import { recipientKey } from '../engine/keys.ts';
import type { RecipientItem } from '../records/envelope.ts';
import { NO_PARTY } from './items.ts';
import { type Nulls, withoutNulls } from './nulls.ts';

/** A recipient's item: without nulls, and without what its envelope says. */
export const recipientItem = ({ envelope_id, organization_id: _, ...recipient }: RecipientItem) => ({
  ...withoutNulls(recipient),
  ...recipientKey(envelope_id, recipient.role_name),
});

/** The recipient of an item of this envelope. */
export const readRecipient = <T extends object | undefined>(
  item: T,
  { id, organization_id }: { id: string; organization_id: string },
): RecipientItem | (T extends undefined ? undefined : never) =>
  (item && { ...NO_RECIPIENT, ...plain<object>(item), envelope_id: id, organization_id }) as RecipientItem;

/** Members of a recipient that are not stored while they are null. */
const NO_RECIPIENT: Nulls<RecipientItem> = {
  ...NO_PARTY,
  address: null,
  city: null,
  state: null,
  zip: null,
  message: null,
  disclosures: null,
  decline_reason: null,
  delivery_error: null,
  opened_at: null,
  submitted_at: null,
  ip: null,
  user_agent: null,
  passcode: null,
  phone_auth: null,
  identity_provider: null,
  identity_claim: null,
  trust_service: null,
  dob: null,
  ssn_last_4: null,
};
