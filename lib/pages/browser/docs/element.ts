/** Makes an element with a text. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text: string): HTMLElementTagNameMap[Tag] =>
  Object.assign(document.createElement(tag), { textContent: text });
