import type { Sent } from './recorder.ts';

/**
 * The words of a command as a shell would pass them: quotes are removed, `$NAME` is filled in outside of single ones.
 */
const shellWords = (command: string, environment: Record<string, string>): string[] => {
  const words: string[] = [];
  let word = '';
  let quote = '';
  let begun = false;
  const end = (): void => {
    if (begun) words.push(word);
    word = '';
    begun = false;
  };
  for (let at = 0; at < command.length; at++) {
    const sign = command[at] as string;
    if (quote !== "'" && sign === '\\') {
      at += 1;
      if (command[at] !== '\n') word += command[at];
    } else if (quote !== "'" && sign === '$') {
      const [, name = ''] = /^\$\{?(\w+)\}?/.exec(command.slice(at)) ?? [];
      if (environment[name] === undefined) throw new Error(`The sample reads ${name}, which nothing sets`);
      word += environment[name];
      at += name.length + (command[at + 1] === '{' ? 2 : 0);
      begun = true;
    } else if (sign === quote) quote = '';
    else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign;
      begun = true;
    } else if (quote === '' && /\s/.test(sign)) end();
    else {
      word += sign;
      begun = true;
    }
  }
  if (quote !== '') throw new Error(`A quote ${quote} is never closed`);
  end();
  return words;
};

/** The request that curl would send, with the options that the samples use. */
export const curlRequest = (command: string, environment: Record<string, string>): Sent => {
  const [program, ...words] = shellWords(command, environment);
  if (program !== 'curl') throw new Error(`${program} is not curl`);
  const sent: Sent = { method: 'GET', address: '', headers: {}, body: '' };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') sent.method = words.shift() ?? '';
    else if (word === '-H') {
      const [name = '', ...value] = (words.shift() ?? '').split(': ');
      sent.headers[name.toLowerCase()] = value.join(': ');
    } else if (word === '-d') sent.body = words.shift() ?? '';
    else if (word === '-o') words.shift();
    else if (word === '-L') continue;
    else if (sent.address === '') sent.address = word;
    else throw new Error(`The sample has ${word}, which this test does not know`);
  }
  return sent;
};
