/** What two sessions with the same beginning have each done since, from their operations. */

type Operation = unknown[];

/** Return the operations that still count: those that were taken back are left out, those repeated are there again. */
export function countingOperations(operations: readonly Operation[]): Operation[] {
  const done: Operation[] = [];
  let undone: Operation[] = [];
  for (const operation of operations) {
    if (operation[0] === 'undo') undone.push(done.pop()!);
    else if (operation[0] === 'redo') done.push(undone.pop()!);
    else {
      done.push(operation);
      undone = [];
    }
  }
  return done;
}

/** Return the operations that lead from one session to the state of another: as few as possible are taken back. */
export function pathBetween(from: readonly Operation[], to: readonly Operation[]): Operation[] {
  const [here, there] = [countingOperations(from), countingOperations(to)];
  let common = 0;
  while (common < Math.min(here.length, there.length) && isEqual(here[common]!, there[common]!)) common++;
  return [...here.slice(common).map(() => ['undo']), ...there.slice(common)];
}

const isEqual = (one: Operation, other: Operation) => JSON.stringify(one) === JSON.stringify(other);

/** Whether an operation only ticks off what was done at the table: the last of several says everything. */
export const isTick = (operation: Operation) => operation[0] === 'done';
