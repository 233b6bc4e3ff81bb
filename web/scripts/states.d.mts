/** The addresses of states, filled with ids of the demo. */
export function stateAddresses(base: string, token: string): Promise<{ name: string; address: string }[]>;
/** States behind a click: the page, the text key of the control. */
export const pressed: [path: string, key: string][];
