import type { SigningMessage, SigningStep } from './shared/embedding.ts';

/** All steps: the element dispatches events of these names. */
const STEPS: Record<SigningStep['type'], true> = {
  opened: true,
  agreed: true,
  saved: true,
  signed: true,
  declined: true,
  sent_back: true,
  delegated: true,
  expired: true,
  error: true,
};

/**
 * `<countersign-sign link="…">`: a signing page in a frame. Dispatches an event for each step (`SigningStep`), named by
 * its type, with the message as `detail`.
 */
class CountersignSign extends HTMLElement {
  static observedAttributes = ['link'];
  readonly #frame = document.createElement('iframe');

  constructor() {
    super();
    // Set as properties: a site's policy may forbid styles in markup.
    Object.assign(this.#frame.style, { width: '100%', height: '100%', border: '0', display: 'block' });
    this.#frame.referrerPolicy = 'no-referrer';
    this.attachShadow({ mode: 'open' }).append(this.#frame);
  }

  connectedCallback(): void {
    this.style.display ||= 'block';
    this.style.height ||= '80vh';
    addEventListener('message', this.#hear);
    this.#show();
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#hear);
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#show();
  }

  /** The link, if it is a web address. */
  get #link(): URL | null {
    const text = this.getAttribute('link') ?? '';
    if (!/^https?:\/\//.test(text)) return null;
    try {
      return new URL(text);
    } catch {
      return null;
    }
  }

  #show(): void {
    this.#frame.title = this.title || 'Sign';
    const link = this.#link;
    if (!link) this.#frame.removeAttribute('src');
    else if (this.#frame.src !== link.href) this.#frame.src = link.href;
  }

  /** Accepts messages only from the page in its own frame, if it is still the link's page. */
  readonly #hear = ({ source, origin, data }: MessageEvent): void => {
    if (source !== this.#frame.contentWindow || origin !== this.#link?.origin) return;
    const message = data as SigningMessage | null;
    if (message?.source !== 'countersign' || !Object.hasOwn(STEPS, message.type)) return;
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
  };
}

if (!customElements.get('countersign-sign')) customElements.define('countersign-sign', CountersignSign);
