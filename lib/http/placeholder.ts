/** Placeholder for the deployment's own address in the committed description; replaced when it is served. */
export const BASE_URL_PLACEHOLDER = 'https://countersign.example.com';
