/** Opens the page for use. Before its script is there, a press would lead nowhere. */
export const ready = (): void => {
  const main = document.querySelector('main');
  if (main) main.inert = false;
};
