import type { IProfile, VerdocsEndpoint } from '@verdocs/js-sdk';
import { PASSWORD, signUp } from '../../../infra/local/story/account.ts';
import type { Api } from '../../api.ts';
import { clientCaller, endpointOf, newEmail } from '../client.ts';
import type { Client } from './recorder.ts';

/** The platform, client and people of every part. */
export interface Stage {
  api: Api;
  /** The client's functions, recorded. */
  sdk: Client;
}

export interface Member {
  endpoint: VerdocsEndpoint;
  profile: IProfile;
  email: string;
  password: string;
  access_token: string;
  refresh_token: string;
}

export const person = (more: Record<string, unknown> = {}) => ({
  email: newEmail('every'),
  password: PASSWORD,
  first_name: 'Ada',
  last_name: 'Löwe',
  org_name: 'Lion & Sons',
  phone: '',
  ...more,
});

/** Somebody whom an administrator makes a member: the password is chosen later. */
export const newMember = (more: Record<string, unknown> = {}) => {
  const { password: _password, ...rest } = person(more);
  return rest;
};

/** An endpoint with a user's session. */
export const session = async ({ api, sdk }: Stage, token: string): Promise<VerdocsEndpoint> => {
  const endpoint = endpointOf(api);
  endpoint.setToken(token);
  endpoint.profile = (await sdk.getCurrentProfile(endpoint)) ?? null;
  return endpoint;
};

/** Signs up, verifies the address by the mailed code, and begins a session. */
export const join = async (stage: Stage, more: Record<string, unknown> = {}): Promise<Member> => {
  const { api, sdk } = stage;
  const account = person(more);
  const tokens = await signUp(clientCaller(api, endpointOf(api), sdk), account);
  const endpoint = await session(stage, tokens.access_token);
  const { email, password } = account;
  return { ...tokens, endpoint, profile: endpoint.profile as IProfile, email, password };
};
