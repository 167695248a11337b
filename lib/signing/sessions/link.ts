import { DAY, timestamp, timestampIn } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { hashSecret, newId, newSecret } from '../../base/ids.ts';
import type { AccessKeyItem, KeyType, RecipientItem } from '../../storage/records/envelope.ts';

/** How long a link in a message opens the envelope. A fresh one can be asked for afterwards. */
export const LINK_LIFE = 30 * DAY;
/** An in-person link is used at once, on the host's device. */
export const IN_PERSON_LINK_LIFE = DAY;

/** Where a recipient signs: `{app address}/sign/{envelope_id}/{role_name}/{key}` (the wire notes of the interface). */
export const signingLink = (envelope_id: string, role_name: string, key: string): string =>
  `${config.appUrl()}/sign/${encodeURIComponent(envelope_id)}/${encodeURIComponent(role_name)}/${encodeURIComponent(key)}`;

/** A new access key: the item, which holds only its hash, and the key itself, which goes into a link and nowhere else. */
export const newAccessKey = (
  { envelope_id, role_name, profile_id }: Pick<RecipientItem, 'envelope_id' | 'role_name' | 'profile_id'>,
  type: KeyType,
  life: number,
): { item: AccessKeyItem; key: string } => {
  const key = newSecret();
  return {
    key,
    item: {
      hash: hashSecret(key),
      id: newId(),
      envelope_id,
      role_name,
      profile_id,
      type,
      expires_at: timestampIn(life),
      created_at: timestamp(),
      first_used: null,
      last_used: null,
    },
  };
};
