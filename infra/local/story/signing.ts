import type { AnswerOf } from '../../../functions/index.ts';
import type { Caller, Mail } from './caller.ts';

/** The parts of a signing link. */
export interface Link {
  envelope_id: string;
  role_name: string;
  key: string;
}

/** A recipient's signing session. */
export interface Signer {
  signer: string;
  envelope_id: string;
  role_name: string;
}

export interface Recipient {
  role_name: string;
  status: string;
}

/** Answer to the opening of a link. */
export type Opened = AnswerOf<'startSigningSession'>;

/** A signature or initials that the recipient adopts. */
export interface Mark {
  kind: 'signature' | 'initial';
  /** A PNG or JPEG. */
  picture: Uint8Array;
}

/** Values by the names of the recipient's fields. */
export type Values = Record<string, string | boolean | Mark>;

const DISCLOSURES = 'I agree to sign electronically, and to receive documents by e-mail.';

/** The signing link in the first of these mails that has one; to this envelope, where it is given. */
export const linkIn = (mails: readonly Mail[], envelope_id = ''): Link | undefined => {
  const found = mails.flatMap(({ links }) => links).find((link) => link.includes(`/sign/${envelope_id}`));
  if (!found) return undefined;
  const [of = '', role_name = '', key = ''] = new URL(found).pathname.split('/').slice(-3).map(decodeURIComponent);
  return { envelope_id: of, role_name, key };
};

/** The newest signing link that was mailed to an address. Throws if there is none. */
export const linkTo = async (caller: Caller, email: string, envelope_id?: string): Promise<Link> => {
  await caller.settle();
  const link = linkIn(await caller.messages(email), envelope_id);
  if (!link) throw new Error(`No signing link was sent to ${email}`);
  return link;
};

/** Begins a signing session with a link. */
export const openLink = async (caller: Caller, path: Link): Promise<Signer & Opened> => {
  const opened = await caller.call('startSigningSession', {}, { path: { ...path } });
  return { ...opened, signer: opened.access_token, envelope_id: path.envelope_id, role_name: path.role_name };
};

const pathOf = ({ envelope_id, role_name }: Signer) => ({ envelope_id, role_name });

/** Accepts the disclosures. */
export const agree = (caller: Caller, signer: Signer): Promise<Recipient> =>
  caller.call('agreeRecipient', signer, { path: pathOf(signer), body: { disclosures: DISCLOSURES } });

/** The link to the picture of a document's page. */
export const pageLink = (caller: Caller, signer: Signer, document_id: string, page: number, variant = 'original') =>
  caller.call('getEnvelopeDocumentPage', signer, { path: { document_id, variant, page: String(page) } });

/** Adopts a signature or initials. Returns the id that fields take as their value. */
export const adopt = async (caller: Caller, signer: Pick<Signer, 'signer'>, mark: Mark): Promise<string> => {
  const operation = mark.kind === 'signature' ? 'createSignatureBlock' : 'createInitialsBlock';
  const body = { [mark.kind]: Buffer.from(mark.picture).toString('base64') };
  return (await caller.call(operation, signer, { body })).id;
};

/** Fills one field. */
export const fill = (caller: Caller, signer: Signer, field_name: string, value: string | boolean): Promise<unknown> =>
  caller.call('updateRecipientField', signer, {
    path: { ...pathOf(signer), field_name },
    body: { value, prepared: false },
  });

export const submit = (caller: Caller, signer: Signer): Promise<Recipient> =>
  caller.call('submitRecipient', signer, { path: pathOf(signer), body: {} });

/** A recipient's steps after the link is open. */
export type Step = 'agree' | 'read' | 'adopt' | 'fill' | 'submit';

/** The rest of what a recipient does, who has opened the envelope. */
export interface Part {
  values: Values;
  /** Looks at the document after the disclosures are accepted. */
  read?: () => Promise<unknown>;
  /** Runs around each step: to print it, to measure it, to look at what it left. */
  around?: <T>(step: Step, act: () => Promise<T>) => Promise<T>;
}

/** Plays a recipient's part from the disclosures to the submit. Returns the recipient as it is then. */
export const sign = async (caller: Caller, signer: Signer, { values, read, around }: Part): Promise<Recipient> => {
  const run: NonNullable<Part['around']> = around ?? ((_, act) => act());
  await run('agree', () => agree(caller, signer));
  if (read) await run('read', read);
  const marks = new Set(Object.values(values).filter((value) => typeof value === 'object'));
  const adopted = new Map<Mark, string>();
  await run('adopt', async () => {
    for (const mark of marks) adopted.set(mark, await adopt(caller, signer, mark));
  });
  await run('fill', async () => {
    for (const [name, value] of Object.entries(values)) {
      await fill(caller, signer, name, typeof value === 'object' ? (adopted.get(value) ?? '') : value);
    }
  });
  return run('submit', () => submit(caller, signer));
};
