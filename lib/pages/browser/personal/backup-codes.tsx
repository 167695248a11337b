import { useSignal } from '@preact/signals';
import { closeSheet, Sheet } from '../shared/sheet.tsx';
import { Done } from './done.tsx';
import { w } from './words/index.ts';

/** New backup codes, which are shown this once, with ways to keep them. */
export const BackupCodesSheet = ({ codes }: { codes: readonly string[] }) => {
  const isCopied = useSignal(false);
  const text = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
  };
  return (
    <Sheet title={w.backupTitle}>
      <p>{w.backupAbout}</p>
      <ul class="codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="pair">
        {/* Browsers let no page at a plain address copy. */}
        {'clipboard' in navigator && (
          <button type="button" class="other" onClick={() => void copy().catch(() => {})}>
            {w.backupCopy}
          </button>
        )}
        <a
          class="button other"
          download="backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {w.backupDownload}
        </a>
      </div>
      <Done words={isCopied.value ? w.backupCopied : ''} />
      <button type="button" onClick={closeSheet}>
        {w.backupKept}
      </button>
    </Sheet>
  );
};
