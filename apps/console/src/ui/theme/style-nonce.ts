const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// Where the library that keeps the page still behind a dialog looks for it.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** What the content security policy asks of styles that are written into the page. */
export const getStyleNonce = () => nonce;
