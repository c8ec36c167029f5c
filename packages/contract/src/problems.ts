/** Every problem a client can be answered with. Nothing else makes an error body. */
export const problems = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  token_missing: { status: 401, title: 'A token is required' },
  token_invalid: { status: 401, title: 'The token is not valid' },
  route_not_found: { status: 404, title: 'No such route' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service is not available right now' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** The body of every error answer, RFC 7807. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  reason: ProblemCode;
  instance?: string;
}
