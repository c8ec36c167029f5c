export { getSecurityToken, rotateKey, rotateKeyOfOwner } from './service.ts';
