import { decrypted, encrypted, generateDataKey, openDataKey } from '../../aws/keys/data-key.ts';
import type { EncryptedSecret } from '../../storage/records/identity-provider.ts';

/**
 * The secret by which the platform presents itself to an organization's provider. It is bound to organization, issuer
 * and client: in another record it can't be decrypted.
 */
interface Place {
  organization_id: string;
  issuer: string;
  client_id: string;
}

/** Name in the encryption context of these data keys: roles may use no others. */
export const PROVIDER_CONTEXT = 'identity_provider_of';

const contextOf = ({ organization_id }: Place) => ({ [PROVIDER_CONTEXT]: organization_id });
const boundTo = ({ organization_id, issuer, client_id }: Place): string =>
  JSON.stringify([organization_id, issuer, client_id]);

/** Encrypts the secret for storing. One call of KMS. */
export const encryptClientSecret = async (secret: string, place: Place): Promise<EncryptedSecret> => {
  const { key, wrapped } = await generateDataKey(contextOf(place));
  return { data_key: wrapped, text: encrypted(key, Buffer.from(secret, 'utf8'), boundTo(place)) };
};

/** Decrypts the secret. At most one call of KMS. */
export const decryptClientSecret = async ({ data_key, text }: EncryptedSecret, place: Place): Promise<string> =>
  Buffer.from(decrypted(await openDataKey(data_key, contextOf(place)), text, boundTo(place))).toString('utf8');
