const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// Read by the scroll-lock library of dialogs.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/** The nonce that the content security policy requires of inline styles. */
export const getStyleNonce = () => nonce;
