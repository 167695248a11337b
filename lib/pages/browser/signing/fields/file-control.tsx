import { acceptedKinds, inputAccept, kindOf, namesOfKinds } from '../../../../fields/attachment-kinds.ts';
import { shrunk } from '../marks/pictures.ts';
import { saveFile } from '../state/queue.ts';
import { say, w } from '../words/index.ts';
import type { Control } from './control.ts';

/** As base64 a file is a third larger, and the functions take requests of at most 6 MB. */
const LARGEST_FILE = 4_000_000;
/** Photographs as phones take them are far larger than anybody needs to read a paper. */
const LONGEST_SIDE = 2400;

/** A file that is attached, or the button that takes it away. */
export const FileControl = ({ field, more, onFault }: Control) => {
  const accepted = acceptedKinds(field.settings);
  const kindFault = async (file: File): Promise<string> =>
    kindOf(new Uint8Array(await file.arrayBuffer()), accepted)
      ? ''
      : say(w.fileKind, { kinds: { trusted: namesOfKinds(accepted) } });
  const choose = async (input: HTMLInputElement): Promise<void> => {
    const [chosen] = input.files ?? [];
    if (!chosen) return;
    const file = await shrunk(chosen, LONGEST_SIDE);
    const fault = file.size > LARGEST_FILE ? w.fileTooLarge : file.size === 0 ? w.fileEmpty : await kindFault(file);
    onFault(fault);
    if (!fault) saveFile(field, file);
  };
  return field.value ? (
    <button type="button" class="other" id={more.id} onClick={() => saveFile(field)}>
      {say(w.fileRemove, { name: String(field.settings.name ?? '') })}
    </button>
  ) : (
    <input
      {...more}
      type="file"
      accept={inputAccept(accepted)}
      required={field.required}
      onChange={(event) => void choose(event.currentTarget)}
    />
  );
};
