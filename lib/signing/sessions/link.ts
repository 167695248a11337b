import { DAY, timestamp, timestampIn } from '../../base/clock.ts';
import { config } from '../../base/config.ts';
import { hashSecret, newId, newSecret } from '../../base/ids.ts';
import type { AccessKeyItem, KeyType, RecipientItem } from '../../storage/records/envelope.ts';

/** Lifetime of a link in a message. A fresh one can be requested afterwards. */
export const LINK_LIFE = 30 * DAY;
/** Lifetime of an in-person link, which is used at once on the host's device. */
export const IN_PERSON_LINK_LIFE = DAY;

/**
 * Address of the signing page: `{app address}/sign/{envelope_id}/{role_name}/{key}`, which existing clients parse.
 * `pages` is the address of a brand's pages.
 */
export const signingLink = (envelope_id: string, role_name: string, key: string, pages = config.appUrl()): string =>
  `${pages}/sign/${encodeURIComponent(envelope_id)}/${encodeURIComponent(role_name)}/${encodeURIComponent(key)}`;

/** Makes an access key: its item, which has only the hash, and the key for the link. */
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
    },
  };
};
