import { useSignal } from '@preact/signals';
import type { Role } from './draft.ts';
import { TypedInput } from './typed.tsx';
import { w } from './words/index.ts';

/** Names of claims that the API takes. */
const CLAIM = '[\\w:.\\/\\-]{1,100}';

/** The claim by which a provider knows a person, in the place of the address: its name and its value. */
export const ClaimChoice = ({ role, change }: { role: Role; change: (to: Partial<Role>) => void }) => {
  // A half is kept here until the other is there: only both together can be saved.
  const half = useSignal({ name: '', value: '' });
  const { name, value } = role.identity_claim ?? half.value;
  const id = (part: string) => `${part}-${role.name}`;
  const set = (to: { name?: string; value?: string }): void => {
    half.value = { name, value, ...to };
    const isWhole = half.value.name !== '' && half.value.value !== '';
    change({ identity_claim: isWhole ? half.value : null });
  };
  return (
    <fieldset>
      <legend>{w.claimTitle}</legend>
      <p class="soft" id={id('claim-about')}>
        {w.claimAbout}
      </p>
      <label for={id('claim')}>{w.claimName}</label>
      <TypedInput
        id={id('claim')}
        value={name}
        maxLength={100}
        pattern={CLAIM}
        placeholder="employee_number"
        autoComplete="off"
        aria-describedby={id('claim-about')}
        onTyped={(input) => {
          if (input.reportValidity()) set({ name: input.value });
        }}
      />
      <label for={id('claim-value')}>{w.claimValue}</label>
      <TypedInput
        id={id('claim-value')}
        value={value}
        maxLength={255}
        autoComplete="off"
        onTyped={(input) => set({ value: input.value.trim() })}
      />
      {(name === '') !== (value === '') && <p role="status">{w.claimHalf}</p>}
    </fieldset>
  );
};
