import { testRoutes } from '../../../../test/matrix/index.ts';
import { routes } from './routes.ts';

testRoutes(routes);
