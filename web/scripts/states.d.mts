/** The addresses of states, filled with what the demo has. */
export function stateAddresses(base: string, token: string): Promise<{ name: string; address: string }[]>;
/** What opens by a press on a page: the page, the key of the word on the control. */
export const pressed: [path: string, key: string][];
