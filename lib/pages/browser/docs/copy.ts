import { element } from './element.ts';

/** Puts a button into each block of code that copies it. */
export const offerCopies = (): void => {
  for (const block of document.querySelectorAll<HTMLElement>('main pre[data-language]')) {
    const button = Object.assign(element('button', 'Copy'), { type: 'button', className: 'copy' });
    button.addEventListener('click', async () => {
      const code = block.querySelector('code')?.textContent ?? '';
      const copied = await navigator.clipboard.writeText(code).then(
        () => true,
        () => false,
      );
      button.textContent = copied ? 'Copied' : 'Not copied';
    });
    block.prepend(button);
  }
};
