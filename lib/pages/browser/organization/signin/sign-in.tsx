import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ActButton, ActForm, Danger, SendButton, textIn } from '../../shared/parts.tsx';
import { run } from '../../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { addressOf } from '../../user/route.ts';
import { ask } from '../../user/session.ts';
import { type Answer, Shown, useAnswer } from '../company/answer.tsx';
import { Block } from '../company/block.tsx';
import { TextSetting } from '../company/controls.tsx';
import { ownPath } from '../company/own.ts';
import { may } from '../parts/rights.ts';
import { Copied } from '../parts/secret.tsx';
import { say, w } from '../words/index.ts';
import type { Provider, ProviderTest, SignInDomain, SignInSettings } from './answers.ts';
import { DirectoryBlock } from './directory.tsx';
import { ProviderForm } from './provider-form.tsx';
import { RecipientProviders } from './recipient-providers.tsx';
import { TrustServices } from './trust-services.tsx';

/** Signing in as a member: the organization's domains, its identity provider, and whether that is demanded. */
export const SignInSection = () => {
  const settings = useAnswer(() => ask<SignInSettings>('GET', `${ownPath()}/identity-provider`));
  const chosen = useSignal<Provider['kind'] | null>(null);
  if (!may('owner:add'))
    return (
      <>
        <p>{w.ssoOwners}</p>
        <RecipientProviders />
        <TrustServices />
      </>
    );
  return (
    <Shown of={settings}>
      {(found) => {
        const kind = chosen.value ?? found.provider?.kind ?? 'oidc';
        return (
          <>
            <Domains domains={found.domains} again={settings.again} />
            <Block title={w.ssoRegister}>
              <Kinds
                kind={kind}
                choose={(one) => {
                  chosen.value = one;
                }}
              />
              <Registration of={found} kind={kind} />
            </Block>
            <Block title={w.ssoProvider}>
              <ProviderForm key={kind} of={found} kind={kind} again={settings.again} />
            </Block>
            {found.provider && (
              <>
                <Test />
                <Removal again={settings.again} />
              </>
            )}
            <DirectoryBlock />
            <RecipientProviders />
            <TrustServices />
          </>
        );
      }}
    </Shown>
  );
};

/** Choice of the protocol: the names are the same in all languages. */
const Kinds = ({ kind, choose }: { kind: Provider['kind']; choose: (kind: Provider['kind']) => void }) => (
  <div class="setting">
    <label for="protocol">{w.ssoProtocol}</label>
    <select id="protocol" onChange={({ currentTarget }) => choose(currentTarget.value === 'saml' ? 'saml' : 'oidc')}>
      <option value="oidc">OpenID Connect</option>
      <option value="saml" selected={kind === 'saml'}>
        SAML 2.0
      </option>
    </select>
  </div>
);

/** Steps at the provider, in the words of its own pages, and what to copy there. */
const Registration = ({ of, kind }: { of: SignInSettings; kind: Provider['kind'] }) =>
  kind === 'saml' ? (
    <>
      <ul>
        <li>{w.ssoSamlEntra}</li>
        <li>{w.ssoSamlOkta}</li>
      </ul>
      <Copied id="entity-id" label={w.ssoEntityId} text={of.entity_id} />
      <Copied id="acs-url" label={w.ssoAcs} text={of.acs_url} />
    </>
  ) : (
    <>
      <ul>
        <li>{w.ssoEntra}</li>
        <li>{w.ssoOkta}</li>
      </ul>
      <Copied id="redirect-uri" label={w.ssoRedirect} text={of.redirect_uri} />
      <Copied id="logout-uri" label={w.ssoLogout} text={of.logout_uri} />
    </>
  );

type Again = Answer<unknown>['again'];

const Domains = ({ domains, again }: { domains: readonly SignInDomain[]; again: Again }) => {
  const add = async (given: FormData): Promise<void> => {
    await ask('POST', `${ownPath()}/sign-in-domains`, { domain: textIn(given, 'domain') });
    await again();
  };
  return (
    <Block title={w.ssoDomains} about={w.ssoDomainsAbout}>
      <ul class="list records">
        {domains.map((one) => (
          <Domain key={one.domain} of={one} again={again} />
        ))}
      </ul>
      <ActForm act={add} key={domains.length}>
        <TextSetting
          name="domain"
          label={w.ssoDomain}
          value={null}
          placeholder="example.com"
          required
          maxLength={180}
        />
        <SendButton look="other">{w.ssoDomainAdd}</SendButton>
      </ActForm>
    </Block>
  );
};

const Domain = ({ of: { domain, verified_at, dns_record }, again }: { of: SignInDomain; again: Again }) => {
  const said = useSignal('');
  const path = `${ownPath()}/sign-in-domains/${encodeURIComponent(domain)}`;
  const check = async (): Promise<void> => {
    said.value = '';
    const { verified_at: at } = await ask<SignInDomain>('POST', `${path}/verify`);
    said.value = at === null ? w.ssoDomainMissing : '';
    await again();
  };
  const remove = async (): Promise<void> => {
    await ask('DELETE', path);
    await again();
  };
  const named = { domain: { trusted: domain } };
  return (
    <li>
      <p>
        <bdi class="own" dir="ltr">
          {domain}
        </bdi>{' '}
        {verified_at !== null && <strong class="good">{w.ssoDomainProven}</strong>}
      </p>
      {verified_at === null && (
        <>
          <p>{w.ssoDomainOpen}</p>
          <Copied id={`name-${domain}`} label={w.ssoRecordName} text={dns_record.name} />
          <Copied id={`value-${domain}`} label={w.ssoRecordValue} text={dns_record.value} />
        </>
      )}
      <div class="acts">
        {verified_at === null && (
          <ActButton look="other" act={check}>
            {say(w.ssoDomainCheck, named)}
          </ActButton>
        )}
        <ActButton look="quiet" act={remove}>
          {say(w.ssoDomainRemove, named)}
        </ActButton>
      </div>
      <p role="status">{said.value}</p>
    </li>
  );
};

/** The query with which the provider has led back, if it ends a test. */
const returned = (): Record<string, string> | null => {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  return query.state?.startsWith('test.') ? query : null;
};

const Test = () => {
  const result = useSignal<ProviderTest | null>(null);
  const path = `${ownPath()}/identity-provider/test`;
  const start = async (): Promise<void> => {
    const { redirect_to } = await ask<{ redirect_to: string }>('POST', path);
    location.assign(redirect_to);
  };
  useEffect(() => {
    const query = returned();
    if (!query) return;
    // The code is good for one use: it stays in no history.
    history.replaceState(null, '', addressOf('/organization/sign-in'));
    void run(async () => {
      result.value = await ask<ProviderTest>('POST', `${path}/result`, query);
    });
  }, []);
  return (
    <Block title={w.ssoTest} about={w.ssoTestAbout}>
      <ActButton look="other" act={start}>
        {w.ssoTest}
      </ActButton>
      <div role="status">{result.value && <Result of={result.value} />}</div>
    </Block>
  );
};

const Result = ({ of: { claims, problems } }: { of: ProviderTest }) => (
  <>
    {problems.length === 0 && <p class="good">{w.ssoTestGood}</p>}
    {problems.map((problem) => (
      <p key={problem} class="bad">
        {w[`ssoProblem_${problem}`]}
      </p>
    ))}
    <h3>{w.ssoTestResult}</h3>
    <dl class="claims">
      {Object.entries(claims).map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi dir="ltr">{name}</bdi>
          </dt>
          <dd>
            <bdi class="own" dir="auto">
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  </>
);

const Removal = ({ again }: { again: Again }) => {
  const remove = async (): Promise<void> => {
    await ask('DELETE', `${ownPath()}/identity-provider`);
    closeSheet();
    await again();
  };
  const confirm = () =>
    showSheet(() => (
      <Sheet title={w.ssoRemove}>
        <p>{w.ssoRemoveAbout}</p>
        <Danger back={closeSheet}>
          <ActButton look="danger" act={remove}>
            {w.ssoRemove}
          </ActButton>
        </Danger>
      </Sheet>
    ));
  return (
    <Block title={w.ssoRemove} about={w.ssoRemoveAbout}>
      <button type="button" class="other" onClick={confirm}>
        {w.ssoRemove}
      </button>
    </Block>
  );
};
