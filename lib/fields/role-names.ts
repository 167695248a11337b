/**
 * Names of roles that nobody has chosen: those of the editor, for people whom it knows by their own names, and those of
 * recipients who have delegated. People are shown the person in their place.
 */
const MADE = /^(Person-\d+$|delegated_to_)/;

/** The role's name, if somebody has chosen it; else an empty text. */
export const chosenRoleName = (role_name: string): string => (MADE.test(role_name) ? '' : role_name);
