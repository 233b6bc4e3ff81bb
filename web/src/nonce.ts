/**
 * The style nonce of this page. The content security policy allows only <style> elements that carry it; some libraries
 * forget to set it on the ones they create, so every new <style> element gets it here. Import this file first.
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

const create = document.createElement;
document.createElement = function (this: Document, tag: string, options?: ElementCreationOptions) {
  const element = create.call(this, tag, options);
  if (nonce && element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
} as typeof document.createElement;
