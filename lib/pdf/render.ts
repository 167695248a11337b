export { renderPage } from './pdfium/render.ts';
