import { type MessagePort, workerData } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import createQpdf from '@neslinesli93/qpdf-wasm';

/** A run of qpdf. */
export interface Run {
  program: 'qpdf';
  args: readonly string[];
  /** Files that it finds, by path. */
  files: Record<string, Uint8Array>;
  /** The file that it leaves and that is wanted, if any. */
  output?: string;
}

/** The outcome of a run. */
export interface Ran {
  status: number;
  /** Standard output and standard error, in the order of writing. */
  printed: string;
  output?: Uint8Array;
}

/** A question for the text of a PDF, as PDFium reads it. */
export interface ReadText {
  program: 'pdfium';
  file: Uint8Array;
}

export type Reply = { ran: Ran } | { text: string } | { failure: string };

/** As much of Emscripten's module as is used here; the package's types lack some of it. */
interface Module {
  FS: {
    init(input: null, output: (byte: number) => void, error: (byte: number) => void): void;
    writeFile(path: string, content: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
  callMain(args: string[]): number;
}
const createModule = createQpdf as unknown as (options: object) => Promise<Module>;

/** qpdf's exit code for a file that has errors; with anything lower it writes what it was asked for. */
const FAILED = 2;

/** Runs qpdf in an instance of its own: what a broken file does to one, the next run doesn't feel. */
const run = async ({ args, files, output }: Run): Promise<Ran> => {
  const printed: number[] = [];
  const print = (byte: number): void => void printed.push(byte);
  const module = await createModule({ preRun: [({ FS }: Module) => FS.init(null, print, print)] });
  for (const [path, content] of Object.entries(files)) module.FS.writeFile(path, content);
  const status = module.callMain([...args]);
  const ran = { status, printed: Buffer.from(printed).toString() };
  return output && status !== FAILED ? { ...ran, output: module.FS.readFile(output) } : ran;
};

const textOf = async ({ file }: ReadText): Promise<string> => {
  const document = await (await PDFiumLibrary.init()).loadDocument(file);
  return [...document.pages()].map((page) => page.getText()).join('\n');
};

const { port, done } = workerData as { port: MessagePort; done: Int32Array<SharedArrayBuffer> };

port.on('message', async (asked: Run | ReadText) => {
  const reply: Reply = await (asked.program === 'pdfium'
    ? textOf(asked).then((text) => ({ text }))
    : run(asked).then((ran) => ({ ran }))
  ).catch((error: unknown) => ({ failure: String(error) }));
  port.postMessage(reply);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
