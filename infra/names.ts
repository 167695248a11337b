/** `updateBrand` as `update-brand`: an operation's id as the name of its file. */
export const kebabCase = (id: string): string => id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `update-brand` as `UpdateBrand`. */
export const pascalCase = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
