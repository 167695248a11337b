/** Language of the samples that was chosen last. */
let chosen = '';

/** Shows the samples of a further page in the language that was chosen on the one before, where it has that. */
export const keepLanguage = (): void => {
  for (const button of document.querySelectorAll<HTMLInputElement>('.samples > input')) {
    if (button.value === chosen) button.checked = true;
    button.addEventListener('change', () => {
      chosen = button.value;
    });
  }
};
