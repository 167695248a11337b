import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ActForm, faultOf, InputFault, SendButton } from '../../shared/parts.tsx';
import { w } from '../words/index.ts';

/**
 * A form of settings. It says whether what it shows is saved. `save` gets the inputs by their names; what it throws is
 * shown at the input that it is about.
 */
export const SettingsForm = ({
  save,
  children,
  words = w.orgSave,
}: {
  save: (given: FormData) => Promise<void>;
  children: ComponentChildren;
  /** Words of the button that saves. */
  words?: string;
}) => {
  const state = useSignal<'' | 'changed' | 'saved'>('');
  const change = () => {
    state.value = 'changed';
  };
  const keep = async (given: FormData): Promise<void> => {
    await save(given);
    state.value = 'saved';
  };
  return (
    // Any input below changes the form.
    <div class="settings" onInput={change} onChange={change}>
      <ActForm act={keep}>
        {children}
        <div class="row save">
          <SendButton>{words}</SendButton>
          <p role="status" class={state.value === 'saved' ? 'good' : 'soft'}>
            {state.value === 'changed' && w.orgUnsaved}
            {state.value === 'saved' && w.orgSaved}
          </p>
        </div>
      </ActForm>
    </div>
  );
};

/** Attributes that a setting's control takes. */
export interface Control {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** A setting: its label, what it does, its control, and why a value is refused. */
export const Setting = ({
  name,
  within = '',
  label,
  about,
  children,
}: {
  name: string;
  /** Tells the form from another one on the page that has the same names. */
  within?: string | undefined;
  label: string;
  /** Says before one changes it what it does. */
  about?: string | undefined;
  children: (control: Control) => ComponentChildren;
}) => {
  const id = `input-${within}${name}`;
  const fault = faultOf(name);
  const described = [about && `${id}-about`, fault['aria-describedby']].filter(Boolean).join(' ');
  return (
    <div class="setting">
      <label for={id}>{label}</label>
      {about && (
        <p class="soft" id={`${id}-about`}>
          {about}
        </p>
      )}
      {children({ id, name, 'aria-invalid': fault['aria-invalid'], 'aria-describedby': described || undefined })}
      <InputFault name={name} />
    </div>
  );
};
