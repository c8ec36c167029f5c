/** The longest that browsers allow; the server decides when a session ends. */
const DAYS = 400;

/** Over https the `__Host-` prefix binds the cookie to this host, without a path, encrypted. */
const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');
const nameOf = (publicUrl: string) => (isSecure(publicUrl) ? '__Host-parley' : 'parley');

function format(publicUrl: string, value: string, maxAge: number) {
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  return `${nameOf(publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

/** Set-Cookie headers that set and delete the session id. */
export const writeSessionCookie = (publicUrl: string, id: string) => format(publicUrl, id, DAYS * 86_400);
export const clearSessionCookie = (publicUrl: string) => format(publicUrl, '', 0);

/** The session's id in a Cookie header. */
export function readSessionCookie(publicUrl: string, header: string | undefined) {
  const name = nameOf(publicUrl);
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === name) return value?.trim();
  }
  return undefined;
}
