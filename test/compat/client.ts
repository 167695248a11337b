import * as sdk from '@verdocs/js-sdk';
import {
  getCurrentProfile,
  type IAuthenticateResponse,
  type IProfile,
  type ISignerTokenResponse,
  VerdocsEndpoint,
} from '@verdocs/js-sdk';
import { PNG } from 'pngjs';
import type { AnswerOf, OperationId } from '../../functions/index.ts';
import { PASSWORD, signUp } from '../../infra/local/story/account.ts';
import type { Caller, Input, Session } from '../../infra/local/story/caller.ts';
import { adopt, agree, type Link, linkIn, openLink as open } from '../../infra/local/story/signing.ts';
import type { Api } from '../api.ts';
import { LETTER, pagesOf, withTable } from '../pdf/make-pdf.ts';
import { signaturePicture } from '../pictures.ts';

/** The unmodified client, pointed at the platform. */
export const endpointOf = (api: Api): VerdocsEndpoint =>
  new VerdocsEndpoint({ baseURL: api.url, persist: false, environment: '' });

/** The same session with an adapter that can make Blobs: the client's default one in Node makes strings of files. */
export const forFiles = (api: Api, session: VerdocsEndpoint): VerdocsEndpoint => {
  const endpoint = endpointOf(api);
  endpoint.api.defaults.adapter = 'fetch';
  Object.assign(endpoint.api.defaults.headers.common, session.api.defaults.headers.common);
  return endpoint;
};

/** The client with a user's session, once it knows the user's profile. */
export const signedIn = (api: Api, token: string): Promise<VerdocsEndpoint> =>
  new Promise((resolve, reject) => {
    const endpoint = endpointOf(api);
    endpoint.onSessionChanged((_endpoint, _session, profile) =>
      profile ? resolve(endpoint) : reject(new Error('The client found no current profile and signed out')),
    );
    endpoint.setToken(token);
  });

export interface Member {
  endpoint: VerdocsEndpoint;
  profile: IProfile;
  email: string;
  password: string;
  tokens: IAuthenticateResponse;
}

let people = 0;

/** An address that nobody else in the tests has. */
export const newEmail = (who = 'person'): string => {
  people += 1;
  return `${who}-${process.pid}-${people}-${Date.now()}@example.com`;
};

type Sdk = Pick<
  typeof sdk,
  | 'createInitials'
  | 'createProfile'
  | 'createSignature'
  | 'envelopeRecipientAgree'
  | 'envelopeRecipientSubmit'
  | 'startSigningSession'
  | 'updateEnvelopeField'
  | 'verifyEmail'
>;

/** The library's function for an operation of the steps that all signings are played with. */
const functionsOf = (
  library: Sdk,
): Record<string, (endpoint: VerdocsEndpoint, input: { path: Record<string, string>; body: unknown }) => unknown> => ({
  createProfile: (endpoint, { body }) => library.createProfile(endpoint, body as never),
  verifyEmail: (endpoint, { body }) => library.verifyEmail(endpoint, body as never),
  startSigningSession: (endpoint, { path: { envelope_id = '', role_name = '', key = '' } }) =>
    library.startSigningSession(endpoint, envelope_id, role_name, key),
  agreeRecipient: (endpoint, { path: { envelope_id = '', role_name = '' }, body }) =>
    library.envelopeRecipientAgree(endpoint, envelope_id, role_name, (body as { disclosures: string }).disclosures),
  createSignatureBlock: (endpoint, { body }) =>
    library.createSignature(endpoint, 'signature.png', blobOf((body as { signature: string }).signature)),
  createInitialsBlock: (endpoint, { body }) =>
    library.createInitials(endpoint, 'initials.png', blobOf((body as { initial: string }).initial)),
  updateRecipientField: (endpoint, { path: { envelope_id = '', role_name = '', field_name = '' }, body }) => {
    const { value, prepared } = body as { value: string; prepared: boolean };
    return library.updateEnvelopeField(endpoint, envelope_id, role_name, field_name, value, prepared);
  },
  submitRecipient: (endpoint, { path: { envelope_id = '', role_name = '' } }) =>
    library.envelopeRecipientSubmit(endpoint, envelope_id, role_name),
});

const blobOf = (base64: string): Blob => new Blob([Buffer.from(base64, 'base64')], { type: 'image/png' });

/**
 * Plays the steps of a signing through the library's functions. The endpoint holds the session, as it does in
 * applications.
 */
export const clientCaller = (api: Api, endpoint = endpointOf(api), library: Sdk = sdk): Caller => ({
  messages: api.messages,
  settle: api.settle,
  call: async <Id extends OperationId>(operation: Id, _session: Session, input: Input = {}) => {
    const run = functionsOf(library)[operation];
    if (!run) throw new Error(`The library has no function for ${operation}`);
    return (await run(endpoint, { path: input.path ?? {}, body: input.body })) as AnswerOf<Id>;
  },
});

/** A new person with an organization, address verified, signed in. */
export const join = async (api: Api, details: Record<string, unknown> = {}): Promise<Member> => {
  const account = {
    email: newEmail('member'),
    password: PASSWORD,
    first_name: 'Ada',
    last_name: 'Löwe',
    org_name: 'Compagnie 漢字',
    phone: '',
    ...details,
  };
  const { email, password } = account;
  const tokens = (await signUp(clientCaller(api), account)) as IAuthenticateResponse;
  const endpoint = await signedIn(api, tokens.access_token);
  return { endpoint, profile: (await getCurrentProfile(endpoint)) as IProfile, email, password, tokens };
};

/** The code in the newest message to an address. */
export const codeTo = async (api: Api, email: string): Promise<string> => {
  await api.settle();
  return (await api.messages(email))[0]?.code ?? '';
};

export interface Signer extends Link {
  caller: Caller;
  endpoint: VerdocsEndpoint;
  session: ISignerTokenResponse;
  signer: string;
}

/** The parts of the newest signing link that is sent to an address; undefined where none is. */
export const linkTo = async (api: Api, email: string): Promise<Link | undefined> => {
  await api.settle();
  return newestLink(api, email);
};

/** The same of what has arrived already. */
export const newestLink = async (api: Api, email: string): Promise<Link | undefined> =>
  linkIn(await api.messages(email));

/** A recipient's first step: follows the mailed link. */
export const openLink = async (api: Api, email: string): Promise<Signer> => {
  const link = await linkTo(api, email);
  if (!link) throw new Error(`No signing link was sent to ${email}`);
  return openWith(api, link);
};

/** Opens a signing session with the key of any link. */
export const openWith = async (api: Api, link: Link): Promise<Signer> => {
  const endpoint = endpointOf(api);
  const caller = clientCaller(api, endpoint);
  const session = (await open(caller, link)) as unknown as ISignerTokenResponse;
  return { ...link, caller, endpoint, session, signer: session.access_token };
};

/** Opens the mailed link and accepts the disclosures. */
export const openAndAgree = async (api: Api, email: string): Promise<Signer> => agreed(await openLink(api, email));

/** Accepts the disclosures. */
export const agreed = async (signer: Signer): Promise<Signer> => {
  await agree(signer.caller, signer);
  return signer;
};

/** Adopts a drawn signature. Returns the id of the signature block. */
export const adoptSignature = (signer: Pick<Signer, 'caller' | 'signer'>): Promise<string> =>
  adopt(signer.caller, signer, { kind: 'signature', picture: signaturePicture(160, 60) });

/** The server's answer to a call that it refused; fails if it didn't refuse. */
export const refusal = async (call: Promise<unknown>): Promise<{ status: number; error: string; code: string }> => {
  let answered: unknown;
  try {
    answered = await call;
  } catch (error) {
    const { response } = error as {
      response?: { status: number; data: { error: string }; headers: Record<string, string> };
    };
    if (!response) throw error;
    return { status: response.status, error: response.data.error, code: response.headers['x-error-code'] ?? '' };
  }
  throw new Error(`It was not refused: ${JSON.stringify(answered)?.slice(0, 300)}`);
};

/** A PDF of `pages` Letter pages. */
export const pdf = (pages = 1): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(withTable(pagesOf(...Array.from({ length: pages }, () => LETTER))));

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export const pdfFile = (name: string, pages = 1): File => new File([pdf(pages)], name, { type: 'application/pdf' });

/** A drawn signature. */
export const picture = (): Blob => new Blob([signaturePicture(160, 60)], { type: 'image/png' });

export interface Fetched {
  status: number;
  type: string;
  disposition: string;
  bytes: Uint8Array;
}

/** The content of a link from the platform, as a browser without any session gets it. */
export const follow = async (link: string): Promise<Fetched> => {
  const answer = await fetch(link);
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    disposition: answer.headers.get('content-disposition') ?? '',
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
};

/** Pixels of the picture behind a link; fails where it is no PNG. */
export const pngSize = async (link: string): Promise<{ width: number; height: number }> => {
  const { width, height } = PNG.sync.read(Buffer.from((await follow(link)).bytes));
  return { width, height };
};

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';
