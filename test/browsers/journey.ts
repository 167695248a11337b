import type { Api, Person } from '../api.ts';
import type { Window } from './window.ts';

/** Needs of a journey: the platform, a window of the browser, a folder for files, and where pictures go. */
export interface Journey {
  api: Api;
  window: Window;
  folder: string;
  picture(name: string): Promise<void>;
}

/** Throws these words unless it holds. */
export const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};

/** The newest link for signing that was mailed to an address. */
export const linkOf = async (api: Api, email: string): Promise<string> => {
  await api.settle();
  const link = (await api.messages(email)).flatMap(({ links }) => links).find((one) => one.includes('/sign/'));
  if (!link) throw new Error(`No link was sent to ${email}`);
  return link;
};

/** Signs in as this person, and goes to an address of the platform's. */
export const openAs = async (
  { api, window }: Journey,
  { email, password }: Pick<Person, 'email' | 'password'>,
  path: string,
): Promise<void> => {
  await window.open(`${api.url}${path}`);
  await window.seeHeading('Sign in');
  await window.fill('E-mail address', email);
  await window.fill('Password', password);
  await window.press('Sign in');
};

/** Journeys by name, with the screens on which they are played. */
export type Journeys = Record<string, readonly [(journey: Journey) => Promise<void>, 'phone' | 'desktop']>;
