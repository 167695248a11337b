import { config } from '../base/config.ts';
import { chooseLanguage } from '../base/languages.ts';
import type { Answer } from '../http/answer.ts';
import { configuredSocials } from '../people/identity-providers/social-names.ts';
import { findRelyingParty } from '../people/passkeys/relying-party.ts';
import { isSignUpOffered } from '../people/users/sign-up-policy.ts';
import { ACCOUNT_STYLE } from './account-style.ts';
import { readWords } from './assets.ts';
import type { AccountWord, AccountWords } from './browser/account/words/en.ts';
import { ORGANIZATION_STYLE } from './organization-style.ts';
import { SENDING_STYLE } from './sending-style.ts';
import { webPage } from './web-page.ts';

/** Words of `browser/account` for a reader with these locales. */
export const accountText = (locales: readonly string[]): AccountWords =>
  JSON.parse(readWords('account', chooseLanguage(...locales))?.words ?? '{}').words;

/**
 * A page of the application around signing (`browser/account`), whose content follows from its address. `title` names
 * the first text, which is shown until the script runs; `data` is passed to the script.
 */
export const accountPage = (
  title: AccountWord,
  locales: readonly string[],
  data: Record<string, string> = {},
): Answer => {
  const words = accountText(locales);
  const passkeys = findRelyingParty()?.origin;
  const socials = configuredSocials();
  return webPage({
    title: words[title],
    script: 'account',
    locales,
    // One style and one policy, because going from one of these pages to another loads none.
    style: ACCOUNT_STYLE + SENDING_STYLE + ORGANIZATION_STYLE,
    // Logos come from the API, pages of documents from the bucket.
    pictures: [config.bucketUrl(), `${new URL(config.baseUrl()).origin}/`],
    // Large files go to the bucket.
    mayAsk: [new URL(config.baseUrl()).origin, config.bucketUrl()],
    data: {
      ...(socials.length > 0 ? { socials: socials.join(' ') } : {}),
      ...(passkeys ? { passkeys } : {}),
      ...(config.eventBus() ? { 'event-bus': 'given' } : {}),
      ...data,
    },
  });
};

/** The same, for pages where people sign in: with a link to sign up, if anybody may. */
export const signInPlace = (title: AccountWord, locales: readonly string[]): Answer =>
  accountPage(title, locales, isSignUpOffered() ? { 'sign-up': 'open' } : {});
