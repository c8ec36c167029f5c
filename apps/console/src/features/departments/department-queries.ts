import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Department, departmentsQuery } from '../../entities/agent/departments.ts';
import { agentsQuery } from '../../entities/agent/use-agents.ts';

/** Shows a department as the server returned it, and reloads what depends on it. */
export function useStoreDepartment() {
  const queryClient = useQueryClient();
  return (department: Department) => {
    queryClient.setQueryData(departmentsQuery.queryKey, (before) => before && replace(before, department));
    void queryClient.invalidateQueries({ queryKey: ['routing'] });
    void queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey });
  };
}

function replace(departments: Department[], department: Department) {
  const isKnown = departments.some(({ id }) => id === department.id);
  return isKnown
    ? departments.map((each) => (each.id === department.id ? department : each))
    : [...departments, department];
}

/** Unsaved changes of a part of a department. They stay when saving fails. */
export function useDraft<Value>(saved: Value, save: (draft: Value) => Promise<Department>) {
  const storeDepartment = useStoreDepartment();
  const [changed, setChanged] = useState<Value>();
  const draft = changed ?? saved;
  const isDirty = changed !== undefined && JSON.stringify(changed) !== JSON.stringify(saved);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: save,
    onSuccess: (department) => {
      storeDepartment(department);
      setChanged(undefined);
    },
  });
  return {
    draft,
    isDirty,
    isPending,
    error,
    change: setChanged,
    save: () => mutate(draft),
    discard: () => {
      reset();
      setChanged(undefined);
    },
  };
}
