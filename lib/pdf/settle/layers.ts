import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core';
import type { OpenPdf } from '../file/open-pdf.ts';
import type { Resolve } from '../file/page-box.ts';

/** Deeper expressions were made to exhaust the stack. PDFium stops here too. */
const DEEPEST = 32;

/**
 * Evaluates which optional content (ISO 32000-2 section 8.11) page images show: by PDFium's rules
 * (`cpdf_occontext.cpp`), on screen, in the initial state.
 */
export class Layers {
  readonly #resolve: Resolve;
  readonly #known: ReadonlySet<PdfObject>;
  readonly #configuration: PdfDict | undefined;

  constructor({ catalog, resolve }: Pick<OpenPdf, 'catalog' | 'resolve'>) {
    this.#resolve = resolve;
    const properties = catalog.getDict('OCProperties', resolve);
    this.#known = new Set(this.#items(properties?.get('OCGs', resolve)));
    const others = this.#items(properties?.get('Configs', resolve));
    const chosen = others.find((other) => other instanceof PdfDict && this.#isForViewing(other, false));
    this.#configuration = (chosen as PdfDict | undefined) ?? properties?.getDict('D', resolve);
  }

  /** `value`: the value of an /OC entry, or of an entry of /Properties. */
  isVisible(value: PdfObject | undefined): boolean {
    const group = value && this.#resolved(value);
    if (!(group instanceof PdfDict)) return true;
    const type = group.getName('Type', this.#resolve)?.value ?? 'OCG';
    return type === 'OCG' ? this.#isGroupVisible(group) : this.#isMembershipVisible(group);
  }

  #resolved(item: PdfObject): PdfObject | undefined {
    return item instanceof PdfRef ? (this.#resolve(item) ?? undefined) : item;
  }

  #items(list: PdfObject | undefined): PdfObject[] {
    return list instanceof PdfArray ? list.toArray().flatMap((item) => this.#resolved(item) ?? []) : [];
  }

  #text(holder: PdfDict | undefined, key: string): string | undefined {
    const value = holder?.get(key, this.#resolve);
    if (value instanceof PdfName) return value.value;
    return value instanceof PdfString ? value.asString() : undefined;
  }

  #isGroupVisible(group: PdfDict): boolean {
    if (!this.#isForViewing(group, true)) return true;
    const usage = this.#text(group.getDict('Usage', this.#resolve)?.getDict('View', this.#resolve), 'ViewState');
    if (usage !== undefined) return usage !== 'OFF';
    const configuration = this.#configuration;
    if (!configuration || !this.#known.has(group)) return true;
    let visible = this.#text(configuration, 'BaseState') !== 'OFF';
    const listed = (holder: PdfDict, key: string): boolean =>
      this.#items(holder.get(key, this.#resolve)).includes(group);
    if (listed(configuration, 'ON')) visible = true;
    if (listed(configuration, 'OFF')) visible = false;
    for (const rule of this.#items(configuration.get('AS', this.#resolve))) {
      if (!(rule instanceof PdfDict) || (this.#text(rule, 'Event') ?? 'View') !== 'View' || !listed(rule, 'OCGs'))
        continue;
      const state = rule.getDict('View', this.#resolve);
      if (state) visible = this.#text(state, 'ViewState') !== 'OFF';
    }
    return visible;
  }

  #isForViewing(holder: PdfDict, unlessStated: boolean): boolean {
    const intent = holder.get('Intent', this.#resolve);
    if (intent === undefined) return unlessStated;
    const names = intent instanceof PdfArray ? this.#items(intent) : [intent];
    return names.some((name) => name instanceof PdfName && (name.value === 'All' || name.value === 'View'));
  }

  #isMembershipVisible(membership: PdfDict): boolean {
    const expression = membership.get('VE', this.#resolve);
    if (expression instanceof PdfArray) return this.#evaluate(expression, 0);
    const policy = this.#text(membership, 'P') ?? 'AnyOn';
    const groups = membership.get('OCGs', this.#resolve);
    if (groups instanceof PdfDict) return this.#isGroupVisible(groups);
    const states = this.#items(groups).flatMap((group) =>
      group instanceof PdfDict ? this.#isGroupVisible(group) : [],
    );
    if (states.length === 0) return true;
    if (policy === 'AllOn') return states.every(Boolean);
    if (policy === 'AllOff') return !states.some(Boolean);
    if (policy === 'AnyOff') return !states.every(Boolean);
    return policy === 'AnyOn' && states.some(Boolean);
  }

  #evaluate(expression: PdfArray, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const [operator, ...operands] = this.#items(expression);
    const states = operands.flatMap((operand) => {
      if (operand instanceof PdfDict) return this.#isGroupVisible(operand);
      return operand instanceof PdfArray ? this.#evaluate(operand, depth + 1) : [];
    });
    const kind = operator instanceof PdfName ? operator.value : '';
    if (kind === 'Not') return states[0] === false;
    if (kind === 'Or') return states.some(Boolean);
    return kind === 'And' && states.every(Boolean);
  }
}
