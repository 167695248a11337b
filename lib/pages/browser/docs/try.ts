import { element } from './element.ts';

/** Values typed into the forms, by name. It is nowhere but here, and gone when the page is left. */
const typed = new Map<string, string>();

/** Shows the form that sends a request to the platform that serves this page. */
export const offerTry = (): void => {
  const part = document.querySelector<HTMLElement>('.try');
  const form = part?.querySelector('form');
  if (!part || !form) return;
  part.hidden = false;
  for (const field of fieldsOf(form)) {
    const known = typed.get(keyOf(field));
    if (known !== undefined && field.name !== 'body') field.value = known;
  }
  form.addEventListener('input', ({ target }) => typed.set(keyOf(target as Field), (target as Field).value));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, part);
  });
};

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsOf = (form: HTMLFormElement): Field[] => [
  ...form.querySelectorAll<Field>('input:not([type=hidden]), select, textarea'),
];

/** The same id is asked for in many forms; the two kinds of tokens differ. */
const keyOf = (field: Field): string => field.dataset.variable || `${field.name} ${sessionIn(field.form)}`;

const sessionIn = (form: HTMLFormElement | null): string =>
  form?.querySelector<HTMLInputElement | HTMLSelectElement>('[name=session]')?.value ?? '';

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** The request that a filled form means. */
const requestOf = (form: HTMLFormElement): Sent => {
  const { method = 'GET', path = '' } = form.dataset;
  let address = path;
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let body: string | undefined;
  for (const { name, value } of fieldsOf(form)) {
    const [place, parameter = ''] = name.split(':');
    if (place === 'path') address = address.replace(`{${parameter}}`, encodeURIComponent(value));
    if (place === 'query' && value !== '') query.append(parameter, value);
    if (name === 'token' && value !== '') {
      headers[sessionIn(form) === 'signer' ? 'signer' : 'Authorization'] = `Bearer ${value.trim()}`;
    }
    if (name === 'body' && value.trim() !== '') {
      body = value;
      headers['Content-Type'] = 'application/json';
    }
  }
  const search = query.size > 0 ? `?${query}` : '';
  return { method, url: `${document.body.dataset.api}${address}${search}`, headers, body };
};

const send = async (form: HTMLFormElement, part: HTMLElement): Promise<void> => {
  const button = form.querySelector('button');
  const shown = part.querySelector('.answer');
  const { asks } = form.dataset;
  if (!button || !shown || (asks && !confirm(`${asks}?\n\nThis is sent to the platform at once.`))) return;
  const request = requestOf(form);
  button.disabled = true;
  try {
    const { url, ...options } = request;
    // A link to a file's store is not followed: this page asks nobody but the platform.
    const answer = await fetch(url, { ...options, redirect: 'manual' });
    shown.replaceChildren(...described(request), ...(await answered(answer)));
  } catch (error) {
    shown.replaceChildren(...described(request), element('p', `The request failed: ${(error as Error).message}`));
  }
  button.disabled = false;
};

const block = (text: string): HTMLElement => Object.assign(element('pre', text), { tabIndex: 0 });

/** The request as it was sent, without the token. */
const described = ({ method, url, headers, body }: Sent): HTMLElement[] => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(/^Bearer .+/, 'Bearer …')}`);
  return [element('h3', 'Request'), block([`${method} ${url}`, ...lines, ...(body ? ['', body] : [])].join('\n'))];
};

const SHOWN = ['content-type', 'x-error-code', 'x-request-id', 'retry-after', 'countersign-ignored'];

const answered = async (answer: Response): Promise<HTMLElement[]> => {
  if (answer.type === 'opaqueredirect') {
    return [element('h3', 'Answer'), element('p', 'The answer is a redirect, which this page does not follow.')];
  }
  const headers = SHOWN.flatMap((name) => (answer.headers.has(name) ? [`${name}: ${answer.headers.get(name)}`] : []));
  const type = answer.headers.get('content-type') ?? '';
  const heading = element('h3', `Answer: ${answer.status}`);
  if (/json|text/.test(type)) return [heading, block([...headers, '', pretty(await answer.text())].join('\n'))];
  const file = await answer.blob();
  const save = element('a', `Save ${file.size.toLocaleString('en')} bytes`);
  save.href = URL.createObjectURL(file);
  save.download = `answer.${type.split('/').at(-1)}`;
  return [heading, block(headers.join('\n')), save];
};

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
