import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Tokens } from '../shared/answers.ts';
import { call } from '../shared/call.ts';
import { ActButton, Screen } from '../shared/parts.tsx';
import { run } from '../shared/run.ts';
import { addressOf, go, search } from '../user/route.ts';
import { enter, secondFactorOr } from '../user/session.ts';
import { Link } from './link.tsx';
import { SOCIAL_NAMES, socials } from './socials.ts';
import { say, w } from './words/index.ts';

/** Signing in at the identity provider of an organization. */

const PROVIDER = '/v2/users/authenticate/provider';

/** Goes to the provider's own page. It leads back to `/sign-in/{organization}`. */
const leave = async (provider: string, email?: string): Promise<void> => {
  const { redirect_to } = await call<{ redirect_to: string }>('POST', `${PROVIDER}/options`, {
    provider,
    ...(email ? { email } : {}),
  });
  location.assign(redirect_to);
};

interface Way {
  id: string;
  name: string;
}

/** Leads to the provider that the page is asked for, or to the one for the domain of an address, if there is one. */
export const ProviderWay = ({ email }: { email: string }) => {
  const way = useSignal<Way | null>(null);
  const named = new URLSearchParams(search.value).get('provider');
  useEffect(() => {
    let isLate = false;
    way.value = null;
    if (named || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) return;
    // Without an answer the other ways are there.
    call<{ provider: Way | null }>('POST', '/v2/users/authenticate/ways', { email }).then(
      ({ provider }) => {
        if (!isLate) way.value = provider;
      },
      () => {},
    );
    return () => {
      isLate = true;
    };
  }, [email]);
  const found = way.value;
  if (named) return <ActButton act={() => leave(named)}>{w.providerContinueOwn}</ActButton>;
  return (
    <>
      <p role="status">{found && say(w.providerAbout, { domain: email.replace(/^.*@/, '') })}</p>
      {found && (
        <ActButton act={() => leave(found.id, email)}>{say(w.providerContinue, { name: found.name })}</ActButton>
      )}
      <SocialWays />
    </>
  );
};

/** Ways in by Google and Microsoft, where the platform has them. */
const SocialWays = () => (
  <>
    {socials.map((name) => (
      <ActButton key={name} other act={() => leave(name)}>
        {say(w.providerContinue, { name: { trusted: SOCIAL_NAMES[name] } })}
      </ActButton>
    ))}
  </>
);

/** A sign-in that began at the provider: whoever has come sees as whom, before it goes on. */
interface Offer {
  redirect_to: string;
  account: string;
}

/** The page to which a provider leads back. It ends the sign-in that its query answers. */
export const ProviderReturn = ({ provider }: { provider: string }) => {
  const failed = useSignal(false);
  const offer = useSignal<Offer | null>(null);
  useEffect(() => {
    const query = Object.fromEntries(new URLSearchParams(location.search));
    // The organization's room shows the result of a test.
    if (query.state?.startsWith('test.')) return void go(`/organization/sign-in${location.search}`, 'replace');
    if (query.state?.startsWith('connect.'))
      return void go(`/account/security${location.search}&provider=${provider}`, 'replace');
    // The code is good for one use: it stays in no history.
    history.replaceState(null, '', addressOf(`/sign-in/${provider}`));
    void run(async () => {
      try {
        const { state, code, iss, error, error_description } = query;
        if (code && !state) {
          offer.value = await call<Offer>('POST', `${PROVIDER}/options`, { provider, code });
          return;
        }
        const body = { provider, state: state ?? 'none', code, iss, error, error_description };
        const tokens = await secondFactorOr(call<Tokens>('POST', PROVIDER, body));
        if (tokens) await enter(tokens);
        await go(tokens ? '/envelopes' : '/login', 'replace');
      } catch (refused) {
        failed.value = true;
        throw refused;
      }
    });
  }, []);
  const offered = offer.value;
  return (
    <Screen title={failed.value ? w.providerFailed : w.providerTitle}>
      {failed.value ? (
        <>
          <ActButton act={() => leave(provider)}>{w.providerContinueOwn}</ActButton>
          <Link to="/login">{w.signIn}</Link>
        </>
      ) : offered ? (
        <>
          <p>{w.providerOffer}</p>
          <ActButton act={async () => location.replace(offered.redirect_to)}>
            {say(w.providerAs, { account: offered.account })}
          </ActButton>
          <Link to="/login">{w.signIn}</Link>
        </>
      ) : (
        <p role="status">{w.waitAbout}</p>
      )}
    </Screen>
  );
};
