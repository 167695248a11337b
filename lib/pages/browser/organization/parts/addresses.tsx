import { textIn } from '../../shared/parts.tsx';
import { InputRefused } from '../../shared/run.ts';
import { say } from '../words/index.ts';

/** The words of a text that has blanks or lines between them. */
export const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The addresses of an input. Throws at the first that the API wouldn't take. */
export const addressesIn = (
  given: FormData,
  name: string,
  isGood: (address: string) => boolean,
  words: string,
): string[] => {
  const addresses = wordsIn(textIn(given, name));
  const bad = addresses.find((address) => !isGood(address));
  if (bad !== undefined) throw new InputRefused(name, say(words, { address: bad }));
  return addresses;
};

/** An input of addresses, of which `value` has some already. */
export const Addresses = ({
  value = '',
  ...control
}: {
  id: string;
  name: string;
  required?: boolean;
  value?: string | undefined;
}) => (
  <textarea
    {...control}
    rows={3}
    dir="ltr"
    maxLength={2000}
    spellcheck={false}
    autocapitalize="off"
    defaultValue={wordsIn(value).join('\n')}
  />
);
