import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { closeSheet, Sheet } from '../../shared/sheet.tsx';
import { w } from '../words/index.ts';

/** A text with a button that copies it. `label` says what it is. */
export const Copied = ({ label, text, id }: { label: string; text: string; id: string }) => {
  const input = useRef<HTMLInputElement>(null);
  const outcome = useSignal('');
  const copy = async (): Promise<void> => {
    outcome.value = '';
    try {
      await navigator.clipboard.writeText(text);
      outcome.value = w.orgCopied;
    } catch {
      // Browsers refuse it at addresses without TLS, and where the reader has forbidden it.
      input.current?.select();
      outcome.value = w.orgCopyByHand;
    }
  };
  return (
    <div class="copied">
      <label for={id}>{label}</label>
      <div class="row">
        <input ref={input} id={id} type="text" readOnly value={text} dir="ltr" spellcheck={false} />
        <button type="button" class="other" onClick={copy}>
          {w.orgCopy}
        </button>
      </div>
      <p class="soft" role="status">
        {outcome.value}
      </p>
    </div>
  );
};

/** A sheet with a secret that can't be read again. `children` says what it is for. */
export const SecretSheet = ({
  title,
  label,
  secret,
  children,
}: {
  title: string;
  label: string;
  secret: string;
  children?: ComponentChildren;
}) => (
  <Sheet title={title}>
    {children}
    <p>{w.orgSecretOnce}</p>
    <Copied id="secret" label={label} text={secret} />
    <button type="button" onClick={closeSheet}>
      {w.orgSecretKept}
    </button>
  </Sheet>
);
