import { useSignal } from '@preact/signals';
import { NO_LIMIT } from '../../../../people/usage/limits.ts';
import { Choice } from '../../shared/parts.tsx';
import { ask, me } from '../../user/session.ts';
import { may } from '../parts/rights.ts';
import { say, w } from '../words/index.ts';
import { Shown, useAnswer } from './answer.tsx';
import type { Entitlement, Organization, Usage as Used } from './answers.ts';
import { Block } from './block.tsx';
import { barsOf, daysOf, total, USES, type Use, usageQuery } from './counted.ts';
import { ownPath } from './own.ts';
import { Plot } from './plot.tsx';

/** The API's name for a kind of use where it limits it. */
const FEATURES: Partial<Record<Use, Entitlement['feature']>> = {
  envelope: 'envelope',
  auth_kba: 'kba_auth',
  auth_passcode: 'passcode_auth',
  auth_sms: 'sms_auth',
};

interface Read {
  today: string;
  usage: Used;
  entitlements: readonly Entitlement[];
  children: readonly Organization[];
}

const readAll = async (): Promise<Read> => {
  const today = new Date().toISOString().slice(0, 10);
  const [usage, entitlements, children] = await Promise.all([
    ask<Used>('GET', `${ownPath()}/usage?${usageQuery(today)}`),
    ask<Entitlement[]>('GET', '/v2/organizations/entitlements'),
    may('org:list') ? ask<Organization[]>('GET', `${ownPath()}/children`) : [],
  ]);
  return { today, usage, entitlements, children };
};

/** The organization's use, by day and by month, beside its limits. */
export const Usage = () => <Shown of={useAnswer(readAll)}>{(read) => <Plots {...read} />}</Shown>;

const limitOf = (use: Use, by: 'day' | 'month', entitlements: readonly Entitlement[]): string => {
  const found = entitlements.find(({ feature }) => feature === FEATURES[use]);
  if (!found) return '';
  const most = by === 'day' ? found.monthly_max : found.yearly_max;
  if (most >= NO_LIMIT) return w.usageNoLimit;
  return say(by === 'day' ? w.usageMonthlyMax : w.usageYearlyMax, { count: most });
};

const Plots = ({ today, usage, entitlements, children }: Read) => {
  const by = useSignal<'day' | 'month'>('day');
  const days = daysOf(usage, me.value?.organization_id ?? '');
  const plots = USES.map((use) => ({ use, bars: barsOf(days, use, by.value, today) }));
  const used = plots.filter(({ bars }) => total(bars) > 0);
  const unused = plots.filter(({ bars }) => total(bars) === 0);
  return (
    <>
      <fieldset class="segments">
        <legend>{w.usageShow}</legend>
        {(['day', 'month'] as const).map((one) => (
          <Choice
            key={one}
            type="radio"
            name="by"
            checked={by.value === one}
            onChange={() => {
              by.value = one;
            }}
          >
            {one === 'day' ? w.usageByDay : w.usageByMonth}
          </Choice>
        ))}
      </fieldset>
      {used.length === 0 && <p class="empty">{w.usageNone}</p>}
      <div class="plots">
        {used.map(({ use, bars }) => (
          <Plot key={use} title={w[`use_${use}`]} bars={bars} limit={limitOf(use, by.value, entitlements)} />
        ))}
      </div>
      {unused.length > 0 && used.length > 0 && (
        <p class="soft">
          {w.usageUnused} {unused.map(({ use }) => w[`use_${use}`]).join(' · ')}
        </p>
      )}
      <Limits entitlements={entitlements} />
      {children.length > 0 && <Children usage={usage} organizations={children} by={by.value} today={today} />}
    </>
  );
};

/** Limits of all features, be they used or not. */
const Limits = ({ entitlements }: Pick<Read, 'entitlements'>) => (
  <Block title={w.usageLimits} about={w.usageLimitsAbout}>
    <div class="scrolls">
      <table>
        <thead>
          <tr>
            <th scope="col">{w.usageWhat}</th>
            <th scope="col">{w.usageMonth}</th>
            <th scope="col">{w.usageYear}</th>
          </tr>
        </thead>
        <tbody>
          {entitlements.map(({ feature, monthly_max, yearly_max }) => (
            <tr key={feature}>
              <th scope="row">{w[`feature_${feature}`]}</th>
              {[monthly_max, yearly_max].map((most, index) => (
                <td key={index === 0 ? 'month' : 'year'}>
                  {most >= NO_LIMIT ? w.usageNoLimit : say(w.usageAtMost, { count: most })}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Block>
);

const CHILD_USES = ['envelope', 'envelope_completed', 'template'] as const;

/** The sums of the organizations below this one. */
const Children = ({
  usage,
  organizations,
  by,
  today,
}: {
  usage: Used;
  organizations: readonly Organization[];
  by: 'day' | 'month';
  today: string;
}) => (
  <Block title={w.usageChildren}>
    <div class="scrolls">
      <table>
        <thead>
          <tr>
            <th scope="col">{w.organization}</th>
            {CHILD_USES.map((use) => (
              <th key={use} scope="col">
                {w[`use_${use}`]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {organizations.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">
                <bdi class="own">{name}</bdi>
              </th>
              {CHILD_USES.map((use) => (
                <td key={use}>{say('{count}', { count: total(barsOf(daysOf(usage, id), use, by, today)) })}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Block>
);
