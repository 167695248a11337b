import escapeHtml from 'escape-html';
import type { Attachment, Message } from './mailbox.ts';

const SHOWN = 100;

const STYLE = `
  :root { color-scheme: light dark; --line: #8884; --soft: #8882; --link: light-dark(#0b57d0, #8ab4f8); }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
  header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; justify-content: space-between; }
  h1 { font-size: 1.35rem; margin: 0; } header p { margin: 0; opacity: .7; }
  form { margin: 1rem 0; display: flex; gap: .5rem; }
  input { flex: 1; } input, button { font: inherit; padding: .35rem .6rem; border: 1px solid var(--line); border-radius: .4rem; }
  details { border: 1px solid var(--line); border-radius: .6rem; margin: .6rem 0; overflow: hidden; }
  summary { cursor: pointer; padding: .7rem 1rem; display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; }
  summary::-webkit-details-marker { display: none; } details[open] summary { background: var(--soft); }
  @media (max-width: 32rem) { summary { grid-template-columns: 1fr; } }
  summary b { overflow-wrap: anywhere; } summary time, summary span { overflow-wrap: anywhere; font-size: .85rem; opacity: .7; }
  .body { padding: .5rem 1rem 1rem; border-top: 1px solid var(--line); }
  code { background: var(--soft); border-radius: .3rem; padding: .1rem .4rem; overflow-wrap: anywhere; }
  a { color: var(--link); overflow-wrap: anywhere; } ul { padding-left: 1.2rem; }
  iframe { width: 100%; height: 30rem; border: 1px solid var(--line); border-radius: .4rem; background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
`;

/** The mailbox as a page, newest first. Mails are strangers' HTML, so each is in a frame that may run nothing. */
export const mailboxPage = (messages: readonly Message[], to = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox · Countersign</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header><h1>Mailbox</h1><p>${count(messages.length)} · <a href="">refresh</a></p></header>
<form><input name="to" value="${escapeHtml(to)}" placeholder="Only to this address or number" aria-label="Recipient"><button>Show</button></form>
<main>
${messages.slice(0, SHOWN).map(entry).join('\n') || '<p>Nothing has been sent yet.</p>'}
</main>
</body>
</html>
`;

const count = (length: number): string =>
  length > SHOWN ? `the newest ${SHOWN} of ${length} messages` : `${length} message${length === 1 ? '' : 's'}`;

const entry = (message: Message, index: number): string => `<details${index === 0 ? ' open' : ''}>
<summary><b>${escapeHtml(message.subject ?? message.text ?? '')}</b><time datetime="${message.sent_at}">${when(message)}</time>
<span>${message.channel === 'sms' ? 'SMS' : 'Mail'} to ${escapeHtml(message.to)}</span></summary>
<div class="body">
${message.from ? `<p>From ${escapeHtml(message.from)}</p>` : ''}
${message.code ? `<p>Code <code>${escapeHtml(message.code)}</code></p>` : ''}
${(message.attachments ?? []).length > 0 ? `<ul>${message.attachments?.map(attachment).join('')}</ul>` : ''}
${message.links.length > 0 ? `<ul>${message.links.map(link).join('')}</ul>` : ''}
${message.html === null ? `<pre>${escapeHtml(message.text ?? '')}</pre>` : frame(message.html)}
</div>
</details>`;

const when = ({ sent_at }: Message): string => escapeHtml(sent_at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'));

const link = (url: string): string =>
  `<li><a href="${escapeHtml(url)}" target="_blank" rel="noreferrer">${escapeHtml(url)}</a></li>`;

const attachment = ({ name, size, url }: Attachment): string =>
  `<li><a href="${escapeHtml(url)}" download="${escapeHtml(name)}">${escapeHtml(name)}</a> (${Math.ceil(size / 1000)} kB)</li>`;

const frame = (html: string): string =>
  `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" title="The mail" srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe>`;
