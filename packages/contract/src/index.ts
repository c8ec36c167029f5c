export { api, dashboard } from './api.ts';
export { type EventData, type EventDeclaration, events } from './events.ts';
export { type Locale, locales } from './locales.ts';
export { type OpenApi, titleOf, toOpenApi } from './openapi.ts';
export { exampleOf } from './problem-examples.ts';
export { type ProblemBody, type ProblemCode, problemCodes, problems, slugOf } from './problems.ts';
export { resourceName, resources } from './resources.ts';
export {
  type Cap,
  type Input,
  type Method,
  type Output,
  problemsOf,
  type Route,
  type RouteGroup,
  route,
} from './route.ts';
export type { Page, Reply } from './schemas.ts';
export { describeScope, presets, type Role, roleScopes, roles, type Scope, scopeNames, scopes } from './scopes.ts';
