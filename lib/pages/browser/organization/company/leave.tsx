import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { timeOf } from '../../account/dates.tsx';
import type { EnvelopeList, Tokens } from '../../shared/answers.ts';
import { ActButton, Choice } from '../../shared/parts.tsx';
import { closeSheet, showSheet } from '../../shared/sheet.tsx';
import { spokenLocale } from '../../shared/words/spoken.ts';
import { go } from '../../user/route.ts';
import { ask, enter, me, signOut } from '../../user/session.ts';
import { may } from '../parts/rights.ts';
import { SettingsForm } from '../parts/settings-form.tsx';
import { TypedConfirm } from '../parts/typed-confirm.tsx';
import { say, w } from '../words/index.ts';
import { Shown, useAnswer } from './answer.tsx';
import type { Organization, OrganizationExport } from './answers.ts';
import { Block } from './block.tsx';
import { adoptOrganization, ownPath } from './own.ts';

/** Export of all that there is, and the end of the organization: for those who may. */
export const Leave = () => (
  <>
    {may('org:transfer') && <Export />}
    {may('org:delete') && <Deletion />}
  </>
);

/** Milliseconds between two questions for the state of an export. */
const PAUSE = 5000;

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in the reader's words. */
const sizeOf = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const format = { style: 'unit', unit: UNITS[power], maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(spokenLocale(), format).format(bytes / 1000 ** power);
};

const Export = () => {
  const found = useSignal<OrganizationExport | null>(null);
  const next = async (): Promise<void> => {
    found.value = await ask<OrganizationExport>('GET', `${ownPath()}/export`);
  };
  const isRunning = found.value?.status === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      // A question that fails is asked again the next time.
      if (document.visibilityState === 'visible') void next().catch(() => {});
    }, PAUSE);
    return () => clearInterval(timer);
  }, [isRunning]);
  const files = found.value?.files ?? [];
  return (
    <Block title={w.exportTitle} about={w.exportAbout}>
      <p>{w.exportHolds}</p>
      <p role="status">
        {isRunning && say(w.exportRunning, { time: { trusted: timeOf(found.value?.started_at ?? '') } })}
        {files.length > 0 && w.exportReady}
      </p>
      {files.length > 0 && (
        <ul class="list">
          {files.map(({ name, size, url }) => (
            <li key={name}>
              <a href={url} download={name}>
                {name}
              </a>{' '}
              <span class="soft">{sizeOf(size)}</span>
            </li>
          ))}
        </ul>
      )}
      {!isRunning && (
        <div class="acts">
          <ActButton look={files.length > 0 ? 'other' : 'main'} act={next}>
            {files.length > 0 ? w.exportLinks : w.exportBegin}
          </ActButton>
        </div>
      )}
    </Block>
  );
};

/** Effects of the deletion, the most important first. */
const EFFECTS = ['deleteAtOnce', 'deletePeople', 'deleteThings', 'deleteKeeps', 'deleteFiles'] as const;

interface Before {
  organization: Organization;
  children: readonly Organization[];
  /** Numbers of envelopes that will be canceled, and that will stay. */
  open: number;
  complete: number;
}

const countOf = async (...status: readonly string[]): Promise<number> => {
  const query = new URLSearchParams({ include_org: 'true', rows: '1' });
  for (const one of status) query.append('status', one);
  return (await ask<EnvelopeList>('GET', `/v2/envelopes?${query}`)).count;
};

const readBefore = async (): Promise<Before> => {
  const [organization, children, open, complete] = await Promise.all([
    ask<Organization>('GET', ownPath()),
    ask<Organization[]>('GET', `${ownPath()}/children`),
    countOf('pending', 'in progress'),
    countOf('complete'),
  ]);
  return { organization, children, open, complete };
};

const Deletion = () => {
  const before = useAnswer(readBefore);
  const protect = async (given: FormData): Promise<void> => {
    const organization = await ask<Organization>('PATCH', ownPath(), { deletion_protected: given.has('protected') });
    if (before.value.value) before.value.value = { ...before.value.value, organization };
    adoptOrganization(organization);
  };
  return (
    <Block title={w.deleteTitle} about={w.deleteAbout}>
      <Shown of={before}>
        {({ organization, children, open, complete }) => (
          <>
            <Effects open={open} complete={complete} />
            <h3>{w.deleteProtection}</h3>
            <SettingsForm save={protect}>
              <Choice type="checkbox" name="protected" defaultChecked={organization.deletion_protected}>
                {w.deleteProtected}
              </Choice>
              <p class="soft">{w.deleteProtectedAbout}</p>
            </SettingsForm>
            {organization.deletion_protected && <p>{w.deleteNeedsUnprotected}</p>}
            {children.length > 0 && (
              <>
                <p>{w.deleteChildren}</p>
                <ul>
                  {children.map(({ id, name }) => (
                    <li key={id}>
                      <bdi class="own">{name}</bdi>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {!organization.deletion_protected && children.length === 0 && (
              <button
                type="button"
                class="danger narrow"
                onClick={() => showSheet(() => <Confirm name={organization.name} open={open} complete={complete} />)}
              >
                {w.deleteDo}
              </button>
            )}
          </>
        )}
      </Shown>
    </Block>
  );
};

const Effects = ({ open, complete }: { open: number; complete: number }) => (
  <ul class="effects">
    {open > 0 && <li>{say(w.deleteOpen, { count: open })}</li>}
    {complete > 0 && <li>{say(w.deleteComplete, { count: complete })}</li>}
    {EFFECTS.map((name) => (
      <li key={name}>{w[name]}</li>
    ))}
  </ul>
);

const Confirm = ({ name, open, complete }: { name: string; open: number; complete: number }) => {
  const remove = async (): Promise<void> => {
    const tokens = await ask<Tokens | null>('DELETE', ownPath());
    closeSheet();
    if (tokens) {
      await enter(tokens);
      await go('/envelopes', 'replace');
      return;
    }
    await go('/login', 'replace');
    await signOut();
  };
  return (
    <TypedConfirm
      title={say(w.deleteAsk, { name: me.value?.organization?.name ?? name })}
      word={name}
      words={w.deleteDo}
      act={remove}
    >
      <Effects open={open} complete={complete} />
    </TypedConfirm>
  );
};
