/** A failure of an HSM or of its settings, with a text for the terminal and the log. It never holds a PIN. */
export class HsmError extends Error {
  override name = 'HsmError';
}

/** Names of the return values that people meet (PKCS#11 v2.40, section 11.1). */
const NAMES: Record<number, string> = {
  3: 'CKR_SLOT_ID_INVALID',
  5: 'CKR_GENERAL_ERROR',
  6: 'CKR_FUNCTION_FAILED',
  48: 'CKR_DEVICE_ERROR',
  50: 'CKR_DEVICE_REMOVED',
  96: 'CKR_KEY_HANDLE_INVALID',
  99: 'CKR_KEY_TYPE_INCONSISTENT',
  104: 'CKR_KEY_FUNCTION_NOT_PERMITTED',
  112: 'CKR_MECHANISM_INVALID',
  130: 'CKR_OBJECT_HANDLE_INVALID',
  144: 'CKR_OPERATION_ACTIVE',
  145: 'CKR_OPERATION_NOT_INITIALIZED',
  160: 'CKR_PIN_INCORRECT',
  161: 'CKR_PIN_INVALID',
  162: 'CKR_PIN_LEN_RANGE',
  163: 'CKR_PIN_EXPIRED',
  164: 'CKR_PIN_LOCKED',
  176: 'CKR_SESSION_CLOSED',
  177: 'CKR_SESSION_COUNT',
  179: 'CKR_SESSION_HANDLE_INVALID',
  224: 'CKR_TOKEN_NOT_PRESENT',
  225: 'CKR_TOKEN_NOT_RECOGNIZED',
  256: 'CKR_USER_ALREADY_LOGGED_IN',
  257: 'CKR_USER_NOT_LOGGED_IN',
  258: 'CKR_USER_PIN_NOT_INITIALIZED',
  400: 'CKR_CRYPTOKI_NOT_INITIALIZED',
  401: 'CKR_CRYPTOKI_ALREADY_INITIALIZED',
};

const hexOf = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`;

/** A function of a PKCS#11 module returned something else than CKR_OK. */
export class CryptokiError extends HsmError {
  readonly returned: number;
  constructor(called: string, returned: number) {
    super(`${called} of the HSM's module answered ${NAMES[returned] ?? hexOf(returned)}`);
    this.returned = returned;
  }

  /** Returns true if the module answered one of these. */
  isOneOf(names: readonly string[]): boolean {
    return names.includes(NAMES[this.returned] ?? '');
  }
}
