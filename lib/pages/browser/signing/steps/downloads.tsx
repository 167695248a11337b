import type { Audit } from '../../shared/answers.ts';
import { downloadLogProof } from '../../shared/log-proof.ts';
import { ActButton } from '../../shared/parts.tsx';
import { ask } from '../state/api.ts';
import { envelope } from '../state/state.ts';
import { say, w } from '../words/index.ts';

/** Buttons that download what the recipient may see. `isMain`: the first of them is the main act of its screen. */
export const Downloads = ({ look = 'other', isMain }: { look?: 'other' | 'row'; isMain?: boolean }) => {
  const files = envelope.value.documents.filter(({ pages }) => pages > 0);
  const [first] = files;
  return (
    <>
      {files.map(({ id, name, type }, index) => (
        <ActButton key={id} look={isMain && index === 0 ? undefined : look} act={() => download(id)}>
          {say(w.download, { name: type === 'certificate' ? { trusted: w.certificate } : name })}
        </ActButton>
      ))}
      {first && files.length > 1 && (
        <ActButton look={look} act={() => download(first.id, '&combined=true')}>
          {w.downloadAll}
        </ActButton>
      )}
      {envelope.value.signed && (
        <ActButton look={look} act={proveByLog}>
          {say(w.download, { name: { trusted: w.logProof } })}
        </ActButton>
      )}
    </>
  );
};

const proveByLog = async (): Promise<void> =>
  downloadLogProof(await ask<Audit>('GET', `/v2/envelopes/${envelope.value.id}/audit`));

const download = async (id: string, more = ''): Promise<void> => {
  location.assign(await ask<string>('GET', `/v2/envelope-documents/${id}?type=download${more}`));
};
