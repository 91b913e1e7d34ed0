import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { createContext } = vm;

/**
 * Jest's environment with an ordinary global object. By default, Jest's global object intercepts each access, and so
 * does every use of `Math` or `Map` in a module. Tests that compute much would need half as much CPU time again.
 */
export default class PlainGlobalEnvironment extends TestEnvironment {
  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}
