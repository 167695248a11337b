import { derivedId } from '../../base/ids.ts';

/** The id that an authenticator keeps for the user: the bytes of the user's own, which say nothing about the person. */
export const userHandleOf = (user_id: string): string =>
  Buffer.from(user_id.replaceAll('-', ''), 'hex').toString('base64url');

/** The id of the user with this handle; undefined if it is none. */
export const userIdOf = (handle: string | null | undefined): string | undefined => {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex');
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex);
  return parts?.slice(1).join('-');
};

/** The id of a passkey by the authenticator's own id, which may be longer than a key of the table. */
export const passkeyIdOf = (credential_id: string): string => derivedId(credential_id, NAMESPACE);

const NAMESPACE = '2b0f4d7e-6c1c-4a52-9b57-3f1f6f0f8d21';
