export { rotate, rotateOfOwner, securityToken } from './service.ts';
