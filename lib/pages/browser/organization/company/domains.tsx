import { useSignal } from '@preact/signals';
import type { Brand } from '../../shared/answers.ts';
import { ActButton, ActForm, Danger, SendButton, textIn } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask } from '../../user/session.ts';
import { Copied } from '../parts/secret.tsx';
import { say, w } from '../words/index.ts';
import { Block } from './block.tsx';
import { TextSetting } from './controls.tsx';
import { ownPath } from './own.ts';

type Kind = 'app' | 'email';
type DnsRecord = Brand['dns_records'][number];

interface Of {
  brand: Brand;
  /** Shows the brand as it is now. */
  show: (brand: Brand) => void;
}

/** The domains of a brand: of its pages, and of its mails. */
export const Domains = (of: Of) => (
  <>
    <Domain kind="app" {...of} />
    <Domain kind="email" {...of} />
  </>
);

const nameOf = (kind: Kind, brand: Brand): string | null => (kind === 'app' ? brand.app_domain : brand.email_domain);

const statusOf = (kind: Kind, brand: Brand) => (kind === 'app' ? brand.app_domain_status : brand.email_domain_status);

/** The records that one of the two domains needs: each has a token of its own. */
const recordsOf = (kind: Kind, { dns_records, app_domain_dcv_token }: Brand): DnsRecord[] =>
  dns_records.filter(({ purpose, value }) => {
    const isOfApp = purpose === 'address' || (purpose === 'ownership' && value === app_domain_dcv_token);
    return (kind === 'app') === isOfApp;
  });

/** True if a record was found at the last check; undefined where the API doesn't say. */
const foundOf = ({ purpose }: DnsRecord, brand: Brand): boolean | undefined =>
  ({
    dkim: brand.email_dkim_verified,
    spf: brand.email_spf_verified,
    dmarc: brand.email_dmarc_verified,
    address: undefined,
    ownership: undefined,
  })[purpose];

const pathOf = (kind: Kind, { id }: Brand): string => `${ownPath()}/brands/${id}/${kind}-domain`;

const Domain = ({ kind, brand, show }: { kind: Kind } & Of) => {
  const name = nameOf(kind, brand);
  const status = statusOf(kind, brand) ?? 'pending';
  const checked = useSignal('');
  const verify = async (): Promise<void> => {
    checked.value = '';
    await ask('POST', `${pathOf(kind, brand)}/verify`);
    const after = await ask<Brand>('GET', `${ownPath()}/brands/${brand.id}`);
    show(after);
    checked.value = w[`domainChecked_${statusOf(kind, after) ?? 'pending'}`];
  };
  if (name === null) return <NewDomain kind={kind} brand={brand} show={show} />;
  const good = status === 'active' || status === 'verified';
  return (
    <Block title={w[`domain_${kind}`]} about={w[`domain_${kind}_about`]}>
      <p>
        <bdi class="own" dir="ltr">
          {kind === 'email' ? `${brand.email_local_part}@${name}` : name}
        </bdi>{' '}
        <strong class={good ? 'good' : status === 'pending' ? '' : 'bad'}>{w[`domainStatus_${status}`]}</strong>
      </p>
      <p>{w[`domainNext_${status}`]}</p>
      {kind === 'email' && brand.email_reply_to && (
        <p class="soft">
          {say(brand.email_reply_to_verified ? w.domainReplyGood : w.domainReplyOpen, { email: brand.email_reply_to })}
        </p>
      )}
      <details open={!good}>
        <summary>{w.domainRecords}</summary>
        <ol class="list records">
          {recordsOf(kind, brand).map((record, index) => (
            <li key={`${record.name} ${record.value}`}>
              <p>
                <strong>{record.type}</strong> {w[`domainRecord_${record.purpose}`]}{' '}
                {foundOf(record, brand) !== undefined && (
                  <span class={foundOf(record, brand) ? 'good' : 'soft'}>
                    {foundOf(record, brand) ? w.domainFound : w.domainNotFound}
                  </span>
                )}
              </p>
              <Copied label={w.domainRecordName} text={record.name} id={`${kind}-${index}-name`} />
              <Copied label={w.domainRecordValue} text={record.value} id={`${kind}-${index}-value`} />
            </li>
          ))}
        </ol>
      </details>
      <div class="acts">
        <ActButton other act={verify} doing={w.domainChecking}>
          {w.domainVerify}
        </ActButton>
        <button
          type="button"
          class="other"
          onClick={() => showSheet(() => <RemoveDomain kind={kind} brand={brand} show={show} name={name} />)}
        >
          {w.domainRemove}
        </button>
      </div>
      <p role="status">{checked.value}</p>
    </Block>
  );
};

const RemoveDomain = ({ kind, brand, show, name }: { kind: Kind; name: string } & Of) => {
  const remove = async (): Promise<void> => {
    show(await ask<Brand>('DELETE', pathOf(kind, brand)));
    closeSheet();
  };
  return (
    <Sheet title={say(w.domainRemoveAsk, { name })}>
      <p>{w[`domainRemove_${kind}`]}</p>
      <Danger back={closeSheet}>
        <ActButton look="danger" act={remove}>
          {w.domainRemove}
        </ActButton>
      </Danger>
    </Sheet>
  );
};

const NewDomain = ({ kind, brand, show }: { kind: Kind } & Of) => {
  const add = async (given: FormData): Promise<void> => {
    const text = (name: string): string | null => textIn(given, name) || null;
    const body =
      kind === 'app'
        ? { domain: text('domain') }
        : { subdomain: text('subdomain'), local_part: text('local_part'), reply_to: text('reply_to') };
    show(await ask<Brand>('POST', pathOf(kind, brand), body));
  };
  return (
    <Block title={w[`domain_${kind}`]} about={w[`domain_${kind}_about`]}>
      <div class="settings">
        <ActForm act={add}>
          {kind === 'app' ? (
            <TextSetting name="domain" label={w.domainName} about={w.domainAppHint} value="" required />
          ) : (
            <>
              <TextSetting name="subdomain" label={w.domainMailName} about={w.domainMailHint} value="" required />
              <TextSetting name="local_part" label={w.domainLocal} about={w.domainLocalAbout} value="" required />
              <TextSetting
                name="reply_to"
                label={w.domainReply}
                about={w.domainReplyAbout}
                value={brand.email_reply_to}
                type="email"
              />
            </>
          )}
          <SendButton look="other">{w.domainAdd}</SendButton>
        </ActForm>
      </div>
    </Block>
  );
};
